//! Everything that crosses between a page and its module comes back as it was, and numbers that are none of it harm nothing.
//!
//! In: outlines, rows and counts drawn from a seed, whatever they would mean. Out: what differs after it was written and read.

use standing::{
    Bound, Counted, Item, Lab, LabCount, LabRows, Module, Next, Numbers, Outline, Part, Pass,
    Reader, Row, Rows, State, Step, StepCount, Work, count,
};

/// Numbers that look drawn by chance and are the same each time (SplitMix64).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    fn below(&mut self, most: usize) -> usize {
        (self.next() % most as u64) as usize
    }

    fn list<T>(&mut self, mut one: impl FnMut(&mut Chance) -> T) -> Vec<T> {
        (0..self.below(5)).map(|_| one(self)).collect()
    }

    fn numbers(&mut self) -> Vec<usize> {
        self.list(|chance| chance.below(6))
    }

    /// Any value but what is no number: large, tiny, with every bit in use.
    fn value(&mut self) -> f64 {
        let value = f64::from_bits(self.next());
        if value.is_nan() { 0.1 } else { value }
    }

    fn item(&mut self) -> Item {
        let (lab, check) = (self.below(4), self.below(4));
        match self.below(7) {
            0 => Item::Marked,
            1 => Item::File,
            2 => Item::Lab(lab),
            3 => Item::Part { lab, part: check },
            4 => Item::Checks {
                lab,
                checks: self.numbers(),
            },
            5 => Item::Measured {
                lab,
                check,
                bound: match self.below(2) {
                    0 => Bound::AtMost(self.value()),
                    _ => Bound::AtLeast(self.value()),
                },
            },
            _ => Item::Group(self.numbers()),
        }
    }

    fn step(&mut self) -> Step {
        let work = match self.below(3) {
            0 => Work::Read {
                item: self.below(6),
                labs: self.numbers(),
            },
            1 => Work::Lab(self.below(4)),
            _ => Work::Items(self.numbers()),
        };
        Step {
            work,
            minutes: [self.value(), self.value()],
        }
    }

    fn outline(&mut self) -> Outline {
        Outline {
            items: self.list(Chance::item),
            labs: self.list(|chance| Lab {
                checks: chance.below(5),
                parts: chance.list(Chance::numbers),
                requires: chance.numbers(),
            }),
            parts: self.list(|chance| Part {
                modules: chance.list(|chance| Module {
                    items: chance.numbers(),
                    labs: chance.numbers(),
                }),
            }),
            projects: self.list(Chance::numbers),
            papers: self.numbers(),
            steps: self.list(Chance::step),
        }
    }

    fn rows(&mut self) -> Rows {
        Rows {
            marked: self.numbers(),
            labs: self.list(|chance| LabRows {
                attempts: chance.below(9),
                passes: chance.list(|chance| {
                    chance.list(|chance| Pass {
                        check: chance.below(5),
                        value: (chance.below(2) == 0).then(|| chance.value()),
                    })
                }),
            }),
            files: self.list(|chance| (chance.below(6), chance.below(2) == 0)),
        }
    }

    fn row(&mut self) -> Row {
        Row {
            done: self.below(99),
            total: self.below(99),
            state: [State::NotStarted, State::InProgress, State::Done][self.below(3)],
        }
    }

    fn counted(&mut self) -> Counted {
        Counted {
            course: self.row(),
            projects: self.row(),
            papers: self.row(),
            parts: self.list(Chance::row),
            modules: self.list(Chance::row),
            labs: self.list(|chance| LabCount {
                row: chance.row(),
                parts: chance.list(Chance::row),
                waits_for: chance.numbers(),
            }),
            steps: self.list(|chance| StepCount {
                state: chance.row().state,
                open: chance.value(),
            }),
            next: [None, Some(Next::Step(3)), Some(Next::Lab(2))][self.below(3)],
            on: self.list(|chance| chance.below(2) == 0),
            left: [self.value(), self.value()],
        }
    }
}

/// What is read of these numbers, where they are it and nothing else.
fn read<T: Numbers>(numbers: &[f64]) -> Option<T> {
    let mut from = Reader::of(numbers);
    let read = T::read(&mut from);
    from.ends_well().then_some(read)
}

#[test]
fn everything_comes_back_as_it_was_written() {
    let mut chance = Chance(1);
    for _ in 0..2000 {
        let (outline, rows, counted) = (chance.outline(), chance.rows(), chance.counted());
        assert_eq!(read(&outline.numbers()), Some(outline));
        assert_eq!(read(&rows.numbers()), Some(rows));
        assert_eq!(read(&counted.numbers()), Some(counted));
    }
}

#[test]
fn a_number_that_is_missing_or_over_is_told() {
    let mut chance = Chance(2);
    for _ in 0..200 {
        let outline = chance.outline().numbers();
        assert_eq!(read::<Outline>(&outline[..outline.len() - 1]), None);
        assert_eq!(read::<Outline>(&[&outline[..], &[0.0]].concat()), None);
        let of_another_form = [&[outline[0] + 1.0], &outline[1..]].concat();
        assert_eq!(read::<Outline>(&of_another_form), None);
    }
    for wrong in [0.5, -1.0, f64::NAN, f64::INFINITY, 4_294_967_296.0] {
        assert_eq!(read::<usize>(&[wrong]), None, "{wrong}");
    }
}

#[test]
fn numbers_that_are_spoiled_are_refused_or_counted_and_harm_nothing() {
    let mut chance = Chance(3);
    let mut counts = 0;
    for _ in 0..2000 {
        let mut numbers = chance.outline().numbers();
        let at = chance.below(numbers.len());
        numbers[at] = [0.0, 3.0, 1e9, -1.0, 0.5, f64::NAN][chance.below(6)];
        if let Some(outline) = read::<Outline>(&numbers) {
            let counted = count(&outline, &chance.rows());
            assert_eq!(counted.on.len(), outline.items.len());
            assert_eq!(counted.steps.len(), outline.steps.len());
            counts += 1;
        }
    }
    assert!((200..1900).contains(&counts), "{counts}");
}
