//! A sorted map whose copies share what did not change.
//!
//! An event of thousands of games is copied with every command, so that whoever reads the version before keeps it. A
//! copy takes a pointer for each run of 64 values, and changing one value copies that value and its run. Invariant:
//! no run is empty, and keys rise within runs and from run to run.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Values of a run that is full; it is split then. The module's text names the number.
const RUN: usize = 64;

type Run<K, V> = Vec<(K, Arc<V>)>;

/// A sorted map; see the module.
#[derive(Clone)]
pub struct SharedMap<K, V> {
    runs: Vec<Arc<Run<K, V>>>,
    len: usize,
}

/// Where a key is: its run, and its place there or the place where it would be.
type Place = (usize, Result<usize, usize>);

impl<K: Ord + Copy, V: Clone> SharedMap<K, V> {
    pub const fn new() -> Self {
        Self { runs: Vec::new(), len: 0 }
    }

    pub const fn len(&self) -> usize {
        self.len
    }

    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    fn place(&self, key: &K) -> Place {
        let after = self.runs.partition_point(|run| run.first().is_some_and(|(first, _)| first <= key));
        let index = after.saturating_sub(1);
        let found = self.runs.get(index).map(|run| run.binary_search_by_key(key, |(known, _)| *known));
        (index, found.unwrap_or(Err(0)))
    }

    pub fn get(&self, key: &K) -> Option<&V> {
        let (run, Ok(at)) = self.place(key) else { return None };
        self.runs.get(run)?.get(at).map(|(_, value)| &**value)
    }

    pub fn contains_key(&self, key: &K) -> bool {
        self.place(key).1.is_ok()
    }

    /// The value of a key, to be changed: a copy, if another map has it too.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        let (run, Ok(at)) = self.place(key) else { return None };
        let (_, value) = Arc::make_mut(self.runs.get_mut(run)?).get_mut(at)?;
        Some(Arc::make_mut(value))
    }

    /// Puts a value under a key, in the place of the one that was there.
    pub fn insert(&mut self, key: K, value: V) {
        let (index, place) = self.place(&key);
        let Some(run) = self.runs.get_mut(index) else {
            self.runs.push(Arc::new(vec![(key, Arc::new(value))]));
            self.len = 1;
            return;
        };
        let run = Arc::make_mut(run);
        let at = match place {
            Ok(at) => {
                run[at].1 = Arc::new(value);
                return;
            }
            Err(at) => at,
        };
        run.insert(at, (key, Arc::new(value)));
        self.len += 1;
        if run.len() > RUN {
            // Keys mostly come in order: a run to which the last was added stays full.
            let upper = run.split_off(if at == RUN { RUN } else { RUN / 2 });
            self.runs.insert(index + 1, Arc::new(upper));
        }
    }

    pub fn remove(&mut self, key: &K) -> Option<Arc<V>> {
        let (index, Ok(at)) = self.place(key) else { return None };
        let run = Arc::make_mut(self.runs.get_mut(index)?);
        let (_, value) = run.remove(at);
        if run.is_empty() {
            self.runs.remove(index);
        }
        self.len -= 1;
        Some(value)
    }

    /// Keeps the values that the test wants to keep. Runs of which nothing goes stay shared.
    pub fn retain(&mut self, mut is_kept: impl FnMut(&K, &V) -> bool) {
        for run in &mut self.runs {
            let going: Vec<bool> = run.iter().map(|(key, value)| !is_kept(key, value)).collect();
            if going.contains(&true) {
                let mut going = going.into_iter();
                Arc::make_mut(run).retain(|_| !going.next().unwrap_or(false));
            }
        }
        self.runs.retain(|run| !run.is_empty());
        self.len = self.runs.iter().map(|run| run.len()).sum();
    }

    /// The same in parts of about so many values, in the order of the keys.
    #[must_use]
    pub fn split(self, values: usize) -> Vec<Self> {
        let parts = self.runs.chunks((values / RUN).max(1));
        let part = |runs: &[Arc<Run<K, V>>]| Self {
            runs: runs.to_vec(),
            len: runs.iter().map(|run| run.len()).sum(),
        };
        parts.map(part).collect()
    }

    /// Takes in the values of another map.
    pub fn append(&mut self, other: Self) {
        let end = self.runs.last().and_then(|run| run.last()).map(|(key, _)| *key);
        let begin = other.runs.first().and_then(|run| run.first()).map(|(key, _)| *key);
        if end.zip(begin).is_none_or(|(end, begin)| end < begin) {
            self.len += other.len;
            self.runs.extend(other.runs);
        } else {
            other.iter().for_each(|(key, value)| {
                self.insert(*key, value.clone());
            });
        }
    }

    /// Keys and values in the order of the keys.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> {
        self.runs.iter().flat_map(|run| run.iter()).map(|(key, value)| (key, &**value))
    }

    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> {
        self.iter().map(|(key, _)| key)
    }

    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> {
        self.iter().map(|(_, value)| value)
    }

    /// Changes those values that the test picks.
    pub fn change_each(&mut self, mut is_meant: impl FnMut(&V) -> bool, mut change: impl FnMut(&mut V)) {
        for run in &mut self.runs {
            if run.iter().any(|(_, value)| is_meant(value)) {
                let values = Arc::make_mut(run).iter_mut().map(|(_, value)| value);
                values.filter(|value| is_meant(value)).for_each(|value| change(Arc::make_mut(value)));
            }
        }
    }
}

impl<K: Ord + Copy, V: Clone> Default for SharedMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Ord + Copy, V: Clone> FromIterator<(K, V)> for SharedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        pairs.into_iter().fold(Self::new(), |mut map, (key, value)| {
            map.insert(key, value);
            map
        })
    }
}

impl<K: Ord + Copy, V: Clone + PartialEq> PartialEq for SharedMap<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.iter().eq(other.iter())
    }
}

impl<K: Ord + Copy, V: Clone + Eq> Eq for SharedMap<K, V> {}

impl<K: fmt::Debug + Ord + Copy, V: fmt::Debug + Clone> fmt::Debug for SharedMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K: Serialize + Ord + Copy, V: Serialize + Clone> Serialize for SharedMap<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de, K: Deserialize<'de> + Ord + Copy, V: Deserialize<'de> + Clone> Deserialize<'de>
    for SharedMap<K, V>
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(BTreeMap::<K, V>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// One shared value, stored as the value itself.
pub(super) mod one {
    use super::{Arc, Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<T: Serialize, S: Serializer>(
        value: &Arc<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.as_ref().serialize(serializer)
    }

    pub(crate) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Arc<T>, D::Error> {
        T::deserialize(deserializer).map(Arc::new)
    }
}

/// A list of shared values, stored as a list of the values themselves.
pub(super) mod list {
    use super::{Arc, Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<T: Serialize, S: Serializer>(
        values: &[Arc<T>],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(values.iter().map(AsRef::as_ref))
    }

    pub(crate) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Arc<T>>, D::Error> {
        Ok(Vec::<T>::deserialize(deserializer)?.into_iter().map(Arc::new).collect())
    }
}
