//! The shadow of global memory and of variables: an allocation's locations, in pieces that are made when they are first touched.
//!
//! An allocation and a location go in, the piece that has it comes out. The rule: a location is as large as the smallest element by which
//! this allocation was accessed so far, between the smallest that the kernel's code has anywhere and four bytes; a smaller access divides them. So bytes
//! beside floats cost what bytes take. Where locations of a byte or two must each remember for themselves and are many, they do so
//! packed ([`packed`](super::shade)), and are unpacked for each access.

use super::palette::Palette;
use super::shade::{PIECE, Shade};
use crate::probe::sparse_map::SparseMap;
use crate::vm::mem::{Region, Space};

/// Pieces of a shadow that is no more.
pub type Spare = Vec<Box<Shade>>;

/// The size of what is not worth packing, in bytes.
const SMALL: u32 = 1 << 16;
/// log2 of the size of the largest location where smaller ones may come.
const WORD: u32 = 2;

/// What one allocation's locations remember.
#[derive(Default)]
struct Marks {
    /// log2 of a location's size, once it is known.
    shift: Option<u32>,
    pieces: Vec<Option<Box<Shade>>>,
}

/// The shadow of all allocations.
pub struct Shadow {
    /// log2 of the smallest element's size in the kernel's code.
    finest: u32,
    global: SparseMap<Marks>,
    symbols: SparseMap<Marks>,
    palette: Palette,
    /// Room for a row of packed locations.
    rows: Shade,
    /// Pieces to be used before new ones are made.
    pub spare: Spare,
}

impl Shadow {
    /// Of so many buffers and variables, by code whose smallest element is of 2<sup>`finest`</sup> bytes.
    pub fn new(finest: u32, (buffers, symbols): (usize, usize)) -> Self {
        Shadow {
            finest,
            global: SparseMap::of(buffers),
            symbols: SparseMap::of(symbols),
            palette: Palette::default(),
            rows: Shade::singly(PIECE),
            spare: Spare::new(),
        }
    }

    /// A kernel got new memory of this number: nobody has touched it.
    pub fn renewed(&mut self, buffer: u32) {
        if let Some(marks) = self.global.get_mut(buffer) {
            *marks = Marks::default();
        }
    }

    /// All pieces, for the next.
    pub fn rest(&mut self) -> Spare {
        let lists = self.global.take().into_iter().chain(self.symbols.take());
        let mut spare = std::mem::take(&mut self.spare);
        spare.extend(lists.flat_map(|(_, marks)| marks.pieces).flatten());
        (self.rows, self.palette) = (Shade::new(0), Palette::default());
        spare
    }

    /// log2 of a location's size, for an access of so many bytes.
    #[inline(always)]
    pub fn shift(&mut self, region: Region, bytes: u32) -> u32 {
        let (finest, most) = (self.finest, bytes.trailing_zeros());
        match marks(&mut self.global, &mut self.symbols, region).shift {
            Some(shift) if shift <= most || shift == finest => shift,
            _ => self.divide(region, most.min(WORD).max(finest)),
        }
    }

    #[cold]
    fn divide(&mut self, region: Region, shift: u32) -> u32 {
        let old = std::mem::take(marks(&mut self.global, &mut self.symbols, region));
        let mut new = Marks {
            shift: Some(shift),
            pieces: Vec::new(),
        };
        let times = 1 << (old.shift.unwrap_or(shift) - shift);
        let all = (region.len as usize).div_ceil(1 << shift);
        for (i, mut piece) in old.pieces.into_iter().enumerate() {
            let Some(piece) = &mut piece else {
                new.pieces.resize_with((i + 1) * times, || None);
                continue;
            };
            piece.unpack(&self.palette);
            for k in 0..times {
                let locations = PIECE.min(all.saturating_sub((i * times + k) * PIECE));
                let mut part = piece.finer((k, locations), times);
                if part.is_singly() && shift < WORD && region.len > SMALL {
                    part.pack_rows(&mut self.palette);
                }
                new.pieces.push(Some(Box::new(part)));
            }
        }
        *marks(&mut self.global, &mut self.symbols, region) = new;
        shift
    }

    /// The piece that has a location, and the location's place there.
    #[inline(always)]
    pub fn piece(&mut self, at: usize, (region, shift): (Region, u32)) -> (&mut Shade, usize) {
        let of = marks(&mut self.global, &mut self.symbols, region);
        let shade = find(&mut of.pieces, at, (region, shift), &mut self.spare);
        (shade, at % PIECE)
    }

    /// What so many locations of one piece, which remember each for itself, say to something: as rows, from a place on.
    #[inline(always)]
    pub fn on<R>(
        &mut self,
        (at, n): (usize, usize),
        (region, shift): (Region, u32),
        act: impl FnOnce(&mut Shade, usize) -> R,
    ) -> R {
        let of = marks(&mut self.global, &mut self.symbols, region);
        let shade = find(&mut of.pieces, at, (region, shift), &mut self.spare);
        let within = at % PIECE;
        if shift >= WORD || region.len <= SMALL {
            shade.part();
        } else if shade.pack(&mut self.palette) {
            let (place, palette, rows) = ((within, n), &mut self.palette, &mut self.rows);
            shade.lend(place, palette, rows);
            let out = act(rows, 0);
            shade.take_back(place, palette, rows);
            return out;
        }
        act(shade, within)
    }

    fn pieces(&self) -> impl Iterator<Item = &Shade> {
        let lists = self.global.known().chain(self.symbols.known());
        lists.flat_map(|marks| marks.pieces.iter().flatten().map(|piece| &**piece))
    }

    /// Whether numbers that no location remembers should be looked for.
    #[inline(always)]
    pub fn full(&self) -> bool {
        self.palette.full()
    }

    /// Marks the numbers that are remembered. Out comes how many locations there are.
    pub fn mark(&mut self, marks: &mut [u32]) -> usize {
        let mut palette = std::mem::take(&mut self.palette);
        palette.look();
        self.pieces()
            .for_each(|shade| shade.mark(marks, &mut palette));
        self.palette = palette;
        self.pieces().map(|shade| shade.locations()).sum()
    }

    /// Takes the new numbers.
    pub fn renumber(&mut self, marks: &[u32]) {
        let histories = self.palette.renumber(marks);
        let lists = self.global.known_mut().chain(self.symbols.known_mut());
        let pieces = lists.flat_map(|marks| marks.pieces.iter_mut().flatten());
        pieces.for_each(|shade| shade.renumber(marks, &histories));
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.pieces().map(|shade| shade.bytes()).sum::<usize>() + self.palette.bytes()
    }
}

/// What an allocation's locations remember.
#[inline(always)]
fn marks<'s>(
    global: &'s mut SparseMap<Marks>,
    symbols: &'s mut SparseMap<Marks>,
    region: Region,
) -> &'s mut Marks {
    let list = match region.space {
        Space::Symbol => symbols,
        _ => global,
    };
    list.make(region.id)
}

#[inline(always)]
fn find<'s>(
    pieces: &'s mut Vec<Option<Box<Shade>>>,
    at: usize,
    (region, shift): (Region, u32),
    spare: &mut Spare,
) -> &'s mut Shade {
    let i = at / PIECE;
    if pieces.len() <= i {
        pieces.resize_with(i + 1, || None);
    }
    let all = (region.len as usize).div_ceil(1 << shift);
    pieces[i].get_or_insert_with(|| take(spare, PIECE.min(all.saturating_sub(i * PIECE))))
}

/// A piece of so many locations that nobody has touched.
fn take(spare: &mut Spare, locations: usize) -> Box<Shade> {
    match spare.pop_if(|shade| shade.locations() == locations) {
        Some(mut shade) => {
            shade.clear();
            shade
        }
        None => Box::new(Shade::new(locations)),
    }
}
