//! The rules of LancerChess, TigerChess, Dragon and The Dragon's Dance: pure values in, values out.
