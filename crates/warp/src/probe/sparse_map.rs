//! What is known of a few of many, by number: of the allocations that a launch touches, among all that a program ever made.
//!
//! A number goes in, what is known of it comes out. The rule: many cost a word each that the system gives as zero, and nothing else.

/// See the module's head.
#[derive(Clone, Default)]
pub struct SparseMap<T> {
    /// By number: the place in the list, plus 1.
    places: Vec<u32>,
    list: Vec<(u32, T)>,
}

impl<T: Default> SparseMap<T> {
    /// Nothing of so many.
    pub fn of(many: usize) -> SparseMap<T> {
        SparseMap {
            places: vec![0; many],
            list: Vec::new(),
        }
    }

    /// How many there are, known or not.
    pub fn many(&self) -> usize {
        self.places.len()
    }

    /// What is known of a number.
    #[inline(always)]
    pub fn get(&self, number: u32) -> Option<&T> {
        let place = *self.places.get(number as usize)?;
        let (_, known) = self.list.get((place as usize).wrapping_sub(1))?;
        Some(known)
    }

    /// The same, to be changed: nothing where it is none of the many.
    #[inline(always)]
    pub fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        (self.places.len() > number as usize).then(|| self.make(number))
    }

    /// The same, whatever the number.
    #[inline(always)]
    pub fn make(&mut self, number: u32) -> &mut T {
        if self.places.len() <= number as usize {
            self.places.resize(number as usize + 1, 0);
        }
        let place = &mut self.places[number as usize];
        if *place == 0 {
            self.list.push((number, T::default()));
            *place = self.list.len() as u32;
        }
        &mut self.list[*place as usize - 1].1
    }

    /// All that is known, in no order.
    pub fn known(&self) -> impl Iterator<Item = &T> {
        self.list.iter().map(|(_, known)| known)
    }

    /// The same, to be changed.
    pub fn known_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.list.iter_mut().map(|(_, known)| known)
    }

    /// The same with its number.
    pub fn numbered(&self) -> impl Iterator<Item = (u32, &T)> {
        self.list.iter().map(|(number, known)| (*number, known))
    }

    /// All that is known with its number, in order.
    pub fn sorted(&self) -> impl Iterator<Item = (u32, &T)> {
        let mut all: Vec<&(u32, T)> = self.list.iter().collect();
        all.sort_unstable_by_key(|(number, _)| *number);
        all.into_iter().map(|(number, known)| (*number, known))
    }

    /// The same, to be changed.
    pub fn sorted_mut(&mut self) -> impl Iterator<Item = (u32, &mut T)> {
        let mut all: Vec<&mut (u32, T)> = self.list.iter_mut().collect();
        all.sort_unstable_by_key(|(number, _)| *number);
        all.into_iter().map(|(number, known)| (*number, known))
    }

    /// All that is known with its number, in no order; nothing is any longer.
    pub fn take(&mut self) -> Vec<(u32, T)> {
        let list = std::mem::take(&mut self.list);
        for (number, _) in &list {
            self.places[*number as usize] = 0;
        }
        list
    }
}
