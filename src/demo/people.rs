//! The people of the demo: all invented.

/// A player as he stands in the lists; rating 0 for none.
#[derive(Debug, Clone, Copy)]
pub(super) struct Person {
    pub(super) name: &'static str,
    pub(super) club: &'static str,
    pub(super) federation: &'static str,
    pub(super) rating: u16,
}

const fn person(name: &'static str, club: &'static str, federation: &'static str, rating: u16) -> Person {
    Person { name, club, federation, rating }
}

/// Everybody, list by list.
pub(super) const EVERYBODY: [&[Person]; 7] =
    [&MASTERS, &LANCERS, &STORM_AND_FOREST, &DANCERS, &EXHIBITORS[0], &EXHIBITORS[1], &EXHIBITORS[2]];

/// Those who play for the mastership of TigerChess.
pub(super) const MASTERS: [Person; 10] = [
    person("Thornbury, Isolde", "Merridon Foresters", "ENG", 2312),
    person("Żurawski, Kazimierz", "Wieża Poznań", "POL", 2287),
    person("Marlowe, Petra", "Merridon Foresters", "ENG", 2254),
    person("Brännlund, Sixten", "Uppsala Lansiärer", "SWE", 2198),
    person("Okonjo, Adaeze", "Lagoon Chess Circle", "NGR", 2176),
    person("Dellacroce, Matteo", "Circolo della Tigre", "ITA", 2143),
    person("Wren, Barnaby", "Hollow Oak", "ENG", 2090),
    person("van der Hoogenstraten-Whitlock, Cornelia", "De Gouden Toren", "NED", 2065),
    person("Rosenquist, Ebba", "Uppsala Lansiärer", "SWE", 1988),
    person("Tamm, Priit", "", "EST", 1954),
];

/// Those who played LancerChess.
pub(super) const LANCERS: [Person; 8] = [
    person("Ashgrove, Linnea", "Hollow Oak", "", 2051),
    person("Quill, Jasper", "Merridon Foresters", "", 1987),
    person("Pemberthy, Rhoda", "St. Alban's Lances", "", 1942),
    person("Sato-Lindqvist, Emi", "Hollow Oak", "", 1890),
    person("Fennimore, Gideon", "St. Alban's Lances", "", 1835),
    person("Cray, Osbert", "", "", 1760),
    person("Nightingale, Tamsin", "Riverside", "", 1702),
    person("Underhill, Bram", "Riverside", "", 0),
];

/// Those who are about to play Dragon.
pub(super) const STORM_AND_FOREST: [Person; 24] = [
    person("Vasquez-Thorne, Ramona", "Castle Keep", "", 2240),
    person("Grünwald, Anselm", "Waldturm Kassel", "", 2201),
    person("Holloway, Ines", "Castle Keep", "", 2188),
    person("Ó Súilleabháin, Ciarán", "Glen of Storms", "", 2150),
    person("Paxton, Leopold", "Harbour Lights", "", 2117),
    person("Mbeki-Larsen, Thandi", "Fjordborg", "", 2084),
    person("Carrow, Silas", "Harbour Lights", "", 2071),
    person("Dvořáková, Milena", "Dračí Hora", "", 2055),
    person("Elphick, Rosamund", "Castle Keep", "", 2012),
    person("Strand, Ketil", "Fjordborg", "", 1995),
    person("Yarrow, Phoebe", "Glen of Storms", "", 1968),
    person("Achterberg, Joost", "", "", 1930),
    person("Littlewood, Ambrose", "Harbour Lights", "", 1911),
    person("Kovalenko, Darya", "Castle Keep", "", 1899),
    person("Finch, Auberon", "Glen of Storms", "", 1874),
    person("Santangelo, Vita", "Circolo del Drago", "", 1850),
    person("Hedlund, Tove", "Fjordborg", "", 1826),
    person("Merriweather, Clement", "Castle Keep", "", 1793),
    person("Ibáñez, Lucía", "", "", 1761),
    person("Brock, Walter", "Harbour Lights", "", 1720),
    person("Snowdon, Elspeth", "Glen of Storms", "", 1685),
    person("Tanaka-Hill, Noor", "Harbour Lights", "", 1642),
    person("Pettigrew, Horace", "", "", 0),
    person("Larkspur, Winifred", "Castle Keep", "", 0),
];

/// Those who dance for the cup.
pub(super) const DANCERS: [Person; 8] = [
    person("Ferreira, Celeste", "Anvil Square", "", 1944),
    person("Hargreave, Tobias", "Five Fortresses", "", 1902),
    person("Nyström, Alva", "Uppsala Lansiärer", "", 1881),
    person("Oduya, Simeon", "Lagoon Chess Circle", "", 1850),
    person("Bellweather, Agnes", "Anvil Square", "", 1817),
    person("Crick, Fergus", "", "", 1790),
    person("Lindqvist-Moreau, Océane", "Five Fortresses", "", 1755),
    person("Tregarth, Morwenna", "Riverside", "", 1698),
];

/// Those who showed the games of the exhibitions: eight of each game.
pub(super) const EXHIBITORS: [[Person; 8]; 3] = [
    [
        person("Aldous, Fern", "Eastwater", "ENG", 0),
        person("Quiroga, Ignacio", "Peña del Dragón", "ESP", 0),
        person("Holloway, Juniper", "Eastwater", "ENG", 0),
        person("Lindqvist, Alva", "", "SWE", 0),
        person("Sarkany, Bence", "Sárkánykör", "HUN", 0),
        person("Pettigrew, Oswin", "Hollow Oak", "ENG", 0),
        person("Nakagawa, Rin", "", "JPN", 0),
        person("Brightwell, Cassia", "Eastwater", "ENG", 0),
    ],
    [
        person("Trelawney, Morwenna", "Harbour Lights", "ENG", 0),
        person("Haugen, Torvald", "Fjordvakt", "NOR", 0),
        person("Castellane, Odile", "Cercle de l'Océan", "FRA", 0),
        person("Fairweather, Giles", "Harbour Lights", "ENG", 0),
        person("Moreau, Étienne", "Cercle de l'Océan", "FRA", 0),
        person("Stormont, Ailsa", "Castle Keep", "SCO", 0),
        person("Ravenscroft, Hugh", "Castle Keep", "ENG", 0),
        person("Kovalenko, Daryna", "", "UKR", 0),
    ],
    [
        person("Greenhalgh, Mabel", "Merridon Foresters", "ENG", 0),
        person("Tigerstedt, Elias", "", "FIN", 0),
        person("Bannerjee, Anik", "Sundarban Circle", "IND", 0),
        person("Oakes, Winifred", "Hollow Oak", "ENG", 0),
        person("Siewert, Jonas", "", "GER", 0),
        person("Chaudhuri, Mira", "Sundarban Circle", "IND", 0),
        person("Lockhart, Fergus", "", "SCO", 0),
        person("Ursini, Livia", "Circolo della Tigre", "ITA", 0),
    ],
];
