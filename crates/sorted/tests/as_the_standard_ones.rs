//! The maps and sets do what the standard library's do, whatever is asked of them in whatever order.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use sorted::{SortedMap, SortedSet};

/// One question to a map or set.
#[derive(Clone, Copy, Debug)]
enum Step {
    Insert(u8, u16),
    Remove(u8),
    Add(u8, u16),
    Change(u8),
    Retain(u8),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => (any::<u8>(), any::<u16>()).prop_map(|(key, value)| Step::Insert(key, value)),
        2 => any::<u8>().prop_map(Step::Remove),
        2 => (any::<u8>(), any::<u16>()).prop_map(|(key, value)| Step::Add(key, value)),
        1 => any::<u8>().prop_map(Step::Change),
        1 => (2..9u8).prop_map(Step::Retain),
    ];
    prop::collection::vec(step, 0..200)
}

proptest! {
    #[test]
    fn a_map_does_what_the_standard_one_does(steps in steps()) {
        let mut own = SortedMap::new();
        let mut standard = BTreeMap::new();
        for step in steps {
            match step {
                Step::Insert(key, value) => prop_assert_eq!(own.insert(key, value), standard.insert(key, value)),
                Step::Remove(key) => prop_assert_eq!(own.remove(&key), standard.remove(&key)),
                Step::Add(key, value) => {
                    let (one, other) = (own.entry(key).or_default(), standard.entry(key).or_default());
                    *one = value.wrapping_add(*one);
                    *other = value.wrapping_add(*other);
                }
                Step::Change(key) => {
                    let (one, other) = (own.get_mut(&key), standard.get_mut(&key));
                    prop_assert_eq!(one.is_some(), other.is_some());
                    if let (Some(one), Some(other)) = (one, other) {
                        *one ^= 1;
                        *other ^= 1;
                    }
                }
                Step::Retain(part) => {
                    own.retain(|key, _| !key.is_multiple_of(part));
                    standard.retain(|key, _| !key.is_multiple_of(part));
                }
            }
            prop_assert!(own.iter().eq(&standard));
        }
        prop_assert!(own.keys().eq(standard.keys()) && own.values().eq(standard.values()));
        prop_assert!(own.keys().rev().eq(standard.keys().rev()));
        prop_assert_eq!((own.len(), own.is_empty()), (standard.len(), standard.is_empty()));
        prop_assert_eq!(format!("{own:?}"), format!("{standard:?}"));
        for key in 0..=u8::MAX {
            prop_assert_eq!(own.get(&key), standard.get(&key));
            prop_assert_eq!(own.contains_key(&key), standard.contains_key(&key));
        }
        prop_assert!(own.into_iter().eq(standard));
    }

    #[test]
    fn a_set_does_what_the_standard_one_does(steps in steps(), others in prop::collection::vec(any::<u8>(), 0..60)) {
        let mut own = SortedSet::new();
        let mut standard = BTreeSet::new();
        for step in steps {
            match step {
                Step::Insert(one, _) | Step::Add(one, _) => prop_assert_eq!(own.insert(one), standard.insert(one)),
                Step::Remove(one) | Step::Change(one) => prop_assert_eq!(own.remove(&one), standard.remove(&one)),
                Step::Retain(part) => {
                    own.retain(|one| !one.is_multiple_of(part));
                    standard.retain(|one| !one.is_multiple_of(part));
                }
            }
            prop_assert!(own.iter().eq(&standard));
        }
        let other: SortedSet<u8> = others.iter().copied().collect();
        let standards: BTreeSet<u8> = others.into_iter().collect();
        prop_assert!(own.intersection(&other).eq(standard.intersection(&standards)));
        prop_assert_eq!(format!("{own:?}"), format!("{standard:?}"));
        prop_assert_eq!((0..=u8::MAX).filter(|one| own.contains(one)).count(), standard.len());
        prop_assert!(own.into_iter().eq(standard));
    }
}
