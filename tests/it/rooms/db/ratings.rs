use tiger_arbiter::clock;
use tiger_arbiter::db::ratings::RatingList;
use tiger_event::rated::Unread;

const LIST: &str = "id,name,federation,title,rating,birth\n\
    1,\"Moor, Tamsin\",MER,FM,2300,1999\n2,\"Morton, Tom\",GER,,1900,1980\n3,\"Møller, Bent\",DEN,GM,2500,1949\n\
    4,\"Moor, Tessa\",MER,,2310,\n";

const NEXT: &str =
    "id,name,rating\n9,\"Ash, Rowan\",1900.0\n8,\"Elm, Kim\",19oo\n7,Fir,0000\n,\"Yew, Ann\",1700\n";

#[test]
fn what_is_no_list_takes_the_place_of_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let [ours, other] = ["ratings.sqlite3", "hall.sqlite3"].map(|name| folder.path().join(name));
    let list = RatingList::at(ours);
    list.load("hall.csv", LIST.as_bytes()).unwrap();
    for broken in [
        "id,name\n",
        "<html><body>404 Not Found</body></html>",
        "<list><player><fideid>2</fideid><name>Ash</name></player><player><fideid>3</fideid><name>Elm",
    ] {
        list.load("broken.xml", broken.as_bytes()).unwrap_err();
        assert_eq!(list.loaded().unwrap().unwrap().name, "hall.csv", "{broken}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left of it: {broken}");
    }
    std::fs::write(&other, "what somebody else keeps").unwrap();
    RatingList::at(other.clone()).load("hall.csv", LIST.as_bytes()).unwrap_err();
    assert_eq!(std::fs::read_to_string(other).unwrap(), "what somebody else keeps");
}

#[test]
fn players_are_found_by_id_and_by_names_as_people_write_them() {
    let folder = tempfile::tempdir().unwrap();
    let list = RatingList::at(folder.path().join("ratings.sqlite3"));
    assert_eq!((list.find("moor").unwrap(), list.loaded().unwrap()), (vec![], None));
    assert_eq!(list.load("hall.csv", LIST.as_bytes()).unwrap(), (4, Unread::default()));
    let loaded = list.loaded().unwrap().unwrap();
    assert_eq!((loaded.name.as_str(), loaded.players), ("hall.csv", 4));
    assert!(clock::now() - loaded.at < chrono::TimeDelta::minutes(5), "{loaded:?}");
    let found = |asked: &str| -> Vec<String> {
        list.find(asked).unwrap().into_iter().map(|player| player.id).collect()
    };
    assert_eq!(found("3"), ["3"]);
    assert_eq!(found("moor"), ["4", "1"], "of equally near ones the stronger first");
    assert_eq!(found("Tamsin MOOR"), ["1"]);
    assert_eq!(found("ta moo"), ["1"]);
    assert_eq!(found("moler"), ["3"]);
    assert_eq!(found("Tamzin Mohr")[..1], ["1"]);
    assert_eq!(found("\" OR *"), Vec::<String>::new(), "what is typed is never a query");
    // The next list takes the place of this one.
    assert_eq!(list.load("next.csv", NEXT.as_bytes()).unwrap(), (3, Unread { players: 1, ratings: 1 }));
    assert_eq!((found("moor").len(), found("ash")), (0, vec!["9".to_owned()]));
    let ratings = ["9", "8", "7"].map(|id| list.find(id).unwrap()[0].rating);
    assert_eq!(ratings, [Some(1900), None, None]);
}
