mod answer;
mod catalogue;
mod printed;
mod shelf;
mod view;
