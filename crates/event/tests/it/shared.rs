use std::collections::BTreeMap;

use proptest::prelude::*;
use tiger_event::shared::SharedMap;

#[derive(Debug, Clone)]
enum Step {
    Put(u16, u8),
    Take(u16),
    Raise(u16),
    RaiseAll(u8),
    Keep(u8),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => (0..400_u16, any::<u8>()).prop_map(|(key, value)| Step::Put(key, value)),
        3 => (0..400_u16).prop_map(Step::Take),
        3 => (0..400_u16).prop_map(Step::Raise),
        1 => any::<u8>().prop_map(Step::RaiseAll),
        1 => (1..9_u8).prop_map(Step::Keep),
    ]
}

fn is_same(map: &SharedMap<u16, u8>, model: &BTreeMap<u16, u8>) -> bool {
    is_alike(map, model) && is_found(map, model, 0..400)
}

fn is_alike(map: &SharedMap<u16, u8>, model: &BTreeMap<u16, u8>) -> bool {
    map.len() == model.len()
        && map.is_empty() == model.is_empty()
        && map.iter().eq(model.iter())
        && map.keys().rev().eq(model.keys().rev())
}

fn is_found(
    map: &SharedMap<u16, u8>,
    model: &BTreeMap<u16, u8>,
    mut keys: impl Iterator<Item = u16>,
) -> bool {
    keys.all(|key| map.get(&key) == model.get(&key))
}

proptest! {
    #[test]
    fn a_shared_map_is_a_sorted_map_and_a_copy_never_changes(
        steps in proptest::collection::vec(step(), 1..900),
        copied in 0..900_usize,
    ) {
        let (mut map, mut model) = (SharedMap::new(), BTreeMap::new());
        let mut copy = None;
        for (at, step) in steps.into_iter().enumerate() {
            if at == copied {
                copy = Some((map.clone(), model.clone()));
            }
            match step {
                Step::Put(key, value) => {
                    map.insert(key, value);
                    model.insert(key, value);
                }
                Step::Take(key) => prop_assert_eq!(map.remove(&key).map(|value| *value), model.remove(&key)),
                Step::Raise(key) => {
                    let raise = |value: &mut u8| *value = value.wrapping_add(1);
                    prop_assert_eq!(map.get_mut(&key).map(raise), model.get_mut(&key).map(raise));
                }
                Step::RaiseAll(from) => {
                    map.change_each(|value| *value >= from, |value| *value = value.wrapping_add(1));
                    let meant = model.values_mut().filter(|value| **value >= from);
                    meant.for_each(|value| *value = value.wrapping_add(1));
                }
                Step::Keep(part) => {
                    map.retain(|key, _| key % 9 != u16::from(part));
                    model.retain(|key, _| key % 9 != u16::from(part));
                }
            }
            // Each key is looked up after every eighth step, and all of them at the end.
            prop_assert!(is_alike(&map, &model) && is_found(&map, &model, (0..400).skip(at % 8).step_by(8)));
        }
        prop_assert!(is_same(&map, &model));
        if let Some((map, model)) = copy {
            prop_assert!(is_same(&map, &model));
        }
        for order in [false, true] {
            let mut parts = map.clone().split(128);
            if order {
                parts.reverse();
            }
            let joined = parts.into_iter().fold(SharedMap::new(), |mut joined, part| {
                joined.append(part);
                joined
            });
            prop_assert!(is_same(&joined, &model));
        }
        let text = serde_json::to_string(&map).unwrap_or_default();
        prop_assert_eq!(&text, &serde_json::to_string(&model).unwrap_or_default());
        prop_assert_eq!(serde_json::from_str::<SharedMap<u16, u8>>(&text).ok(), Some(map.iter().map(|(k, v)| (*k, *v)).collect()));
    }
}
