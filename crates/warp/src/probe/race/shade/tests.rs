//! Spans of locations against locations each for itself.

use super::*;

/// Numbers without order, the same every time.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

/// What each location remembers.
fn told(shade: &mut Shade) -> Vec<([u32; 3], u32)> {
    shade.part();
    let ids = |at| [0, 1, 2].map(|slot| shade.id(slot, at));
    let by = |ids: [u32; 3], who: u32| {
        (0..3)
            .map(|k| {
                if ids[k] == 0 {
                    0
                } else {
                    thread_of(who, k) << (10 * k)
                }
            })
            .sum()
    };
    (0..shade.len)
        .map(|at| (ids(at), by(ids(at), shade.who[at])))
        .collect()
}

/// One who touches, of whom nothing but the moments matters.
fn me(id: u32, since: Since, settles: bool) -> Me {
    Me {
        id,
        lo: since.slice,
        span: since.barrier - since.slice,
        since,
        own: false,
        near: 0,
        settles,
    }
}

#[test]
fn what_is_remembered_together_is_what_each_would_remember() {
    let mut draw = Draw(1);
    let mut together = 0;
    for _ in 0..2000 {
        let (mut one, mut each) = (Shade::new(64), Shade::singly(64));
        let mut since = Since {
            slice: 1,
            barrier: 1,
            moment: 1,
        };
        for now in 1..1 + draw.below(12) as u32 {
            match draw.below(6) {
                0 => (since.barrier, since.moment) = (now, now),
                1 => {
                    since = Since {
                        slice: now,
                        barrier: now,
                        moment: now,
                    }
                }
                _ => {}
            }
            let kind = if draw.below(2) == 0 { WRITE } else { 0 };
            let me = me(now | kind, since, true);
            let (from, n) = (
                16 * draw.below(4) as usize,
                16 * (1 + draw.below(2) as usize),
            );
            let thread = 16 * draw.below(3) as u32;
            let threads: Vec<u32> = (thread..thread + n as u32).collect();
            if !one.together(from, (n, thread), (0, &me)) {
                break;
            }
            together += 1;
            let done = match kind {
                0 => each.read_row(from, &threads, &me),
                _ => each.write_row(from, &threads, &me),
            };
            assert!(done, "each would have been looked at");
        }
        assert_eq!(told(&mut one), told(&mut each));
    }
    assert!(together > 2000);
}

#[test]
fn what_is_packed_is_what_rows_remember() {
    let mut draw = Draw(2);
    for round in 0..30 {
        let (mut each, mut packed) = (Shade::singly(200), Shade::new(200));
        let (mut palette, mut rows) = (Palette::default(), Shade::singly(PIECE));
        assert!(packed.pack(&mut palette));
        let mut since = Since::default();
        // How many numbers are given decides how many histories there are.
        for now in 1..1 + 40 * (round + 1) {
            if draw.below(4) == 0 {
                (since.barrier, since.moment) = (now, now);
                since.slice = if draw.below(2) == 0 { now } else { since.slice };
            }
            let kind = [0, WRITE, STRONG, STRONG | WRITE][draw.below(4) as usize];
            let me = me(now | kind, since, draw.below(2) == 0);
            let (from, n) = (draw.below(180) as usize, 1 + draw.below(20) as usize);
            let threads: Vec<u32> = (0..n).map(|_| draw.below(1024) as u32).collect();
            let what = draw.below(4);
            let act = |shade: &mut Shade, at: usize| match what {
                0 => shade.read_row(at, &threads, &me),
                1 => shade.write_row(at, &threads, &me),
                2 => shade.one(at, threads[0], &me),
                _ => {
                    shade.set(at, ([me.id, 0, now / 2], threads[0] * 1025));
                    true
                }
            };
            packed.lend((from, n), &palette, &mut rows);
            assert_eq!(act(&mut rows, 0), act(&mut each, from));
            packed.take_back((from, n), &mut palette, &rows);
            if draw.below(100) == 0 {
                let mut marks = vec![0; now as usize + 1];
                palette.look();
                packed.mark(&mut marks, &mut palette);
                let same: Vec<u32> = (0..=now).collect();
                let moved = palette.renumber(&same);
                packed.renumber(&same, &moved);
                let all = (0..each.len).flat_map(|at| each.state(at).0);
                assert!(
                    all.filter(|id| *id != 0)
                        .all(|id| marks[(id & NUMBER) as usize] == 1)
                );
            }
        }
        packed.unpack(&palette);
        assert_eq!(told(&mut packed), told(&mut each));
    }
}

#[test]
fn finer_locations_remember_what_the_coarse_did() {
    let me = |id| Me {
        id,
        ..Me::default()
    };
    let (mut together, mut apart) = (Shade::new(PIECE), Shade::singly(PIECE));
    assert!(together.together(32, (64, 7), (1, &me(WRITE | 1))));
    for at in 32..96 {
        let thread = 7 + (at as u32 - 32) / 2;
        apart.set(at, ([WRITE | 1, 0, 0], thread));
    }
    for times in [2, 4, 8, 16] {
        for k in 0..times {
            let (mut one, mut other) = (
                together.finer((k, 1000), times),
                apart.finer((k, 1000), times),
            );
            assert_eq!(told(&mut one), told(&mut other), "part {k} of {times}");
        }
    }
}
