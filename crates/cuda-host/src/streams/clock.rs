//! Who is ordered after what: a vector clock for each stream, for each event that was recorded, and for the host.
//!
//! Calls of the runtime go in; whether an operation certainly comes before what is done now comes out. The rule: a clock has
//! a number for each stream, that of the last of its operations that its owner comes after. Every operation comes after
//! what the host has waited for. One in the default stream comes after all of the streams that are not `cudaStreamNonBlocking`, and one in such a
//! stream after all of the default one.

use sorted::SortedMap;

/// The default stream.
pub const DEFAULT: usize = 0;
/// `cudaStreamPerThread`.
const PER_THREAD: usize = 1;
/// How many streams are told apart; more are taken for the default one, which is ordered with most.
const STREAMS: usize = 256;

/// By stream, the last operation that comes before.
pub type Clock = Vec<u64>;

/// Which operation: its stream, and its number there.
pub type Mark = (usize, u64);

/// One stream.
#[derive(Clone, Debug, Default)]
pub struct Stream {
    /// The variable that holds it, where that is known.
    pub name: String,
    /// The line that made it.
    pub line: u32,
    /// `cudaStreamNonBlocking`.
    pub apart: bool,
    clock: Clock,
    gone: bool,
}

/// All clocks.
#[derive(Debug)]
pub struct Clocks {
    pub streams: Vec<Stream>,
    by_handle: SortedMap<u64, usize>,
    events: SortedMap<u64, Clock>,
    host: Clock,
    /// How often anything was ordered or begun.
    pub changes: u64,
}

impl Default for Clocks {
    fn default() -> Self {
        let by_handle = [(0, DEFAULT), (1, DEFAULT), (2, PER_THREAD)];
        Clocks {
            streams: vec![Stream::default(); 2],
            by_handle: by_handle.into(),
            events: SortedMap::new(),
            host: Clock::new(),
            changes: 0,
        }
    }
}

/// A stream's number in a clock.
fn of(clock: &Clock, stream: usize) -> u64 {
    clock.get(stream).copied().unwrap_or(0)
}

fn raise(clock: &mut Clock, (stream, number): Mark) {
    if clock.len() <= stream {
        clock.resize(stream + 1, 0);
    }
    if let Some(known) = clock.get_mut(stream) {
        *known = number.max(*known);
    }
}

fn join(clock: &mut Clock, other: &Clock) {
    if clock.len() < other.len() {
        clock.resize(other.len(), 0);
    }
    for (mine, new) in clock.iter_mut().zip(other) {
        *mine = (*mine).max(*new);
    }
}

impl Clocks {
    /// The stream of a handle; one that is not known is the default one.
    pub fn stream(&self, handle: u64) -> usize {
        self.by_handle.get(&handle).copied().unwrap_or(DEFAULT)
    }

    /// A new stream: its handle, the variable that holds it, the line, and whether it is `cudaStreamNonBlocking`.
    pub fn made(&mut self, handle: u64, (name, line, apart): (String, u32, bool)) {
        let host = &self.host;
        let done = |(i, s): (usize, &Stream)| s.gone && of(host, i) == of(&s.clock, i);
        let number = match self.streams.iter().enumerate().position(done) {
            Some(i) => i,
            None if self.streams.len() < STREAMS => {
                self.streams.push(Stream::default());
                self.streams.len() - 1
            }
            None => DEFAULT,
        };
        self.by_handle.insert(handle, number);
        if number != DEFAULT
            && let Some(stream) = self.streams.get_mut(number)
        {
            *stream = Stream {
                name,
                line,
                apart,
                clock: std::mem::take(&mut stream.clock),
                gone: false,
            };
        }
    }

    /// A stream or an event was destroyed; what it was given goes on.
    pub fn gone(&mut self, handle: u64) {
        self.events.remove(&handle);
        if let Some(number) = self.by_handle.remove(&handle)
            && number > PER_THREAD
            && let Some(stream) = self.streams.get_mut(number)
        {
            stream.gone = true;
        }
    }

    /// Something is put into a stream: its mark.
    pub fn act(&mut self, stream: usize) -> Mark {
        self.changes += 1;
        let mut clock = self.own(stream);
        join(&mut clock, &self.host);
        let apart = self.streams.get(stream).is_some_and(|s| s.apart);
        if stream == DEFAULT {
            let others = self.streams.iter().filter(|s| !s.apart);
            others.for_each(|s| join(&mut clock, &s.clock));
        } else if !apart && let Some(default) = self.streams.first() {
            join(&mut clock, &default.clock);
        }
        let mark = (stream, of(&clock, stream) + 1);
        raise(&mut clock, mark);
        self.set(stream, clock);
        mark
    }

    fn own(&self, stream: usize) -> Clock {
        let own = self.streams.get(stream);
        own.map_or(Clock::new(), |s| s.clock.clone())
    }

    fn set(&mut self, stream: usize, clock: Clock) {
        if let Some(own) = self.streams.get_mut(stream) {
            own.clock = clock;
        }
    }

    /// Whether an operation comes before what is put into a stream now; before what the host does now, without a stream.
    pub fn is_before(&self, (stream, number): Mark, now: Option<usize>) -> bool {
        let clock = match now {
            Some(now) => self.streams.get(now).map(|s| &s.clock),
            None => Some(&self.host),
        };
        clock.is_some_and(|clock| of(clock, stream) >= number)
    }

    /// From here on it does, as if something had seen to it.
    pub fn put_before(&mut self, mark: Mark, now: Option<usize>) {
        self.changes += 1;
        match now {
            Some(now) => {
                let mut clock = self.own(now);
                raise(&mut clock, mark);
                self.set(now, clock);
            }
            None => raise(&mut self.host, mark),
        }
    }

    /// `cudaEventRecord`.
    pub fn record(&mut self, event: u64, stream: usize) {
        self.act(stream);
        self.events.insert(event, self.own(stream));
    }

    /// `cudaStreamWaitEvent`.
    pub fn wait(&mut self, stream: usize, event: u64) {
        self.act(stream);
        let mut clock = self.own(stream);
        if let Some(event) = self.events.get(&event) {
            join(&mut clock, event);
        }
        self.set(stream, clock);
    }

    /// The host has waited for an event.
    pub fn met(&mut self, event: u64) {
        self.changes += 1;
        if let Some(event) = self.events.get(&event) {
            join(&mut self.host, event);
        }
    }

    /// Whether the host has waited for an event, or for something after it.
    pub fn is_met(&self, event: u64) -> bool {
        let clock = self.events.get(&event).map_or(&[][..], Vec::as_slice);
        let mut all = clock.iter().enumerate();
        all.all(|(stream, number)| of(&self.host, stream) >= *number)
    }

    /// The host has waited for a stream; for the default one, for all that wait for it, too.
    pub fn drained(&mut self, stream: usize) {
        self.changes += 1;
        let all = stream == DEFAULT;
        for (i, s) in self.streams.iter().enumerate() {
            if i == stream || all && !s.apart {
                join(&mut self.host, &s.clock);
            }
        }
    }

    /// The host has waited for everything.
    pub fn idle(&mut self) {
        self.changes += 1;
        for s in &self.streams {
            join(&mut self.host, &s.clock);
        }
    }
}
