//! Who computes in which step of a server.

use std::collections::VecDeque;

use continuous_batching::{Cost, Done, Request, Run, SchedError};

/// The requests in the order in which they are served: by arrival, then by id.
pub fn in_order(r: &[Request]) -> VecDeque<Request> {
    let mut all = r.to_vec();
    all.sort_by_key(|request| (request.arrival, request.id));
    all.into()
}

/// A step of so many tokens: it is noted, and time passes.
pub fn step(run: &mut Run, now: &mut u64, tokens: u32, c: Cost) {
    run.steps.push(tokens);
    *now += c.step + c.token * u64::from(tokens);
}

// Part static.

/// Batches of up to `size` requests that begin and end together.
//@anchor static
pub fn static_batches(r: &[Request], size: usize, c: Cost) -> Run {
    //@solution
    let mut queue = in_order(r);
    let (mut run, mut now) = (Run::default(), 0);
    while let Some(next) = queue.front() {
        now = now.max(next.arrival);
        let here = queue.iter().take(size).take_while(|q| q.arrival <= now).count();
        let batch: Vec<Request> = queue.drain(..here).collect();
        step(&mut run, &mut now, batch.iter().map(|q| q.prompt).sum(), c);
        let first = now;
        let longest = batch.iter().map(|q| q.output).max().unwrap_or(1);
        for _ in 1..longest {
            step(&mut run, &mut now, here as u32, c);
        }
        run.done.extend(batch.iter().map(|q| Done { id: q.id, first, end: now }));
    }
    run.done.sort_by_key(|done| done.id);
    run
    //@starter
    //| // While somebody waits: jump to when the first is there, take up to `size` of those that are, one step for their
    //| // prompts, then a step for each further token of the longest answer.
    //| todo!()
    //@end
}
//@endanchor static

// Part continuous, and then part budget.

/// Requests join and leave between steps; a step has at most `budget` tokens.
//@anchor continuous
pub fn continuous(r: &[Request], slots: usize, budget: u32, c: Cost) -> Result<Run, SchedError> {
    //@solution
    let endless = Cache { blocks: u64::MAX, size: 1 };
    serve(r, slots, budget, endless, c)
    //@starter
    //| // A loop over steps. At each one's start: admit; give a token to each who decodes; share what is left of the budget
    //| // among the prompts. At its end: whoever has no prompt left has made a token.
    //| todo!()
    //@end
}
//@endanchor continuous
//@solution

/// A request that waits or runs.
//@anchor serve
#[derive(Clone, Copy)]
pub struct Sequence {
    pub request: Request,
    /// Tokens to read before the next one can be made.
    pub left: u32,
    /// Tokens that have a place in the cache.
    pub held: u32,
    /// Tokens made.
    pub made: u32,
    pub first: u64,
}

/// So many blocks, of so many tokens each.
#[derive(Clone, Copy)]
pub struct Cache {
    pub blocks: u64,
    pub size: u32,
}

impl Cache {
    /// The blocks that so many tokens take.
    pub fn take(self, tokens: u32) -> u64 {
        u64::from(tokens.div_ceil(self.size))
    }

    /// Whether so many blocks more are free.
    pub fn has(self, more: u64, running: &[Sequence]) -> bool {
        let used: u64 = running.iter().map(|s| self.take(s.held)).sum();
        used + more <= self.blocks
    }
}

pub fn serve(r: &[Request], slots: usize, budget: u32, cache: Cache, c: Cost) -> Result<Run, SchedError> {
    if slots == 0 || (budget as usize) < slots {
        return Err(SchedError::Budget);
    }
    let fresh = |request| Sequence { request, left: 0, held: 0, made: 0, first: 0 };
    let mut waiting: VecDeque<Sequence> = in_order(r).into_iter().map(fresh).collect();
    let mut running: Vec<Sequence> = Vec::new();
    let (mut run, mut now) = (Run::default(), 0);
    loop {
        run.preempted += grow(&mut running, &mut waiting, cache);
        admit(&mut running, &mut waiting, slots, cache, now);
        if running.is_empty() {
            let Some(next) = waiting.front() else { break };
            now = next.request.arrival;
            continue;
        }
        let tokens = compute(&mut running, budget);
        step(&mut run, &mut now, tokens, c);
        end_step(&mut running, &mut run, now);
    }
    run.done.sort_by_key(|done| done.id);
    Ok(run)
}

/// Whoever decodes takes the place of one more token; where there is none, the last admitted goes back. How many did.
pub fn grow(running: &mut Vec<Sequence>, waiting: &mut VecDeque<Sequence>, cache: Cache) -> u32 {
    let (mut at, mut back) = (0, 0);
    while at < running.len() {
        let s = running[at];
        let more = cache.take(s.held + 1) - cache.take(s.held);
        if s.left > 0 {
            at += 1;
        } else if cache.has(more, running) {
            running[at].held += 1;
            at += 1;
        } else {
            waiting.extend(running.pop());
            waiting.rotate_right(1);
            back += 1;
        }
    }
    back
}

/// Free slots go to those that wait, in their order, while there are blocks for all that each has to read.
pub fn admit(running: &mut Vec<Sequence>, waiting: &mut VecDeque<Sequence>, slots: usize, cache: Cache, now: u64) {
    while running.len() < slots {
        let Some(mut s) = waiting.front().copied() else { return };
        let read = s.request.prompt + s.made;
        if s.request.arrival > now || !cache.has(cache.take(read), running) {
            return;
        }
        (s.left, s.held) = (read, read);
        waiting.pop_front();
        running.push(s);
    }
}

/// One token for each that decodes, the rest of the budget for prompts. How many tokens that is.
pub fn compute(running: &mut [Sequence], budget: u32) -> u32 {
    let decodes = running.iter().filter(|s| s.left == 0).count() as u32;
    let mut room = budget - decodes;
    for s in running {
        let part = s.left.min(room);
        s.left -= part;
        room -= part;
    }
    budget - room
}

/// Whoever has nothing left to read has made a token; whoever has made all leaves.
pub fn end_step(running: &mut Vec<Sequence>, run: &mut Run, now: u64) {
    for s in running.iter_mut().filter(|s| s.left == 0) {
        s.made += 1;
        if s.made == 1 {
            s.first = now;
        }
    }
    running.retain(|s| {
        let ends = s.left == 0 && s.made == s.request.output;
        if ends {
            run.done.push(Done { id: s.request.id, first: s.first, end: now });
        }
        !ends
    });
}
//@endanchor serve
//@end

// Part preempt.

/// The same with a cache of `blocks` blocks of `block_size` tokens; whoever was admitted last makes room.
//@anchor paged
pub fn paged(r: &[Request], slots: usize, budget: u32, blocks: u32, block_size: u32, c: Cost) -> Result<Run, SchedError> {
    //@solution
    let all = u64::from(blocks) * u64::from(block_size);
    // The last token is made, and never read.
    let held = |q: &Request| u64::from(q.prompt) + u64::from(q.output) - 1;
    if let Some(q) = in_order(r).iter().find(|q| held(q) > all) {
        return Err(SchedError::NeverFits(q.id));
    }
    let cache = Cache { blocks: u64::from(blocks), size: block_size.max(1) };
    serve(r, slots, budget, cache, c)
    //@starter
    //| // What `continuous` does, and blocks are counted: who decodes takes its place before anybody is admitted.
    //| todo!()
    //@end
}
//@endanchor paged

// Part report.

/// The value that `p` of 100 do not exceed: the one at place ⌈p · n / 100⌉, counted from the smallest.
//@anchor report
pub fn percentile(x: &[u64], p: u32) -> Option<u64> {
    //@solution
    if p == 0 || p > 100 {
        return None;
    }
    let mut sorted = x.to_vec();
    sorted.sort();
    let place = (x.len() * p as usize).div_ceil(100);
    sorted.get(place.checked_sub(1)?).copied()
    //@starter
    //| todo!()
    //@end
}

/// The longest step with which `tokens` tokens are there after `total`, if the first takes `first`.
pub fn step_budget(total: u64, first: u64, tokens: u32) -> Option<u64> {
    //@solution
    let gaps = tokens.checked_sub(1).filter(|gaps| *gaps > 0)?;
    Some(total.checked_sub(first)? / u64::from(gaps))
    //@starter
    //| todo!()
    //@end
}
//@endanchor report
