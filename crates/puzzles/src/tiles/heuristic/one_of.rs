//! One of several heuristics, known only when the program runs: a type with a variant for each, that hands
//! everything on.

/// Makes a type that is one of some heuristics. What they carry is different for each, so it is kept in an
/// array of words (see [`InWords`](super::words::InWords)), from the word on that the line of the heuristic
/// names.
macro_rules! one_of {
    ($(#[$about:meta])* $one:ident { $($(#[$doc:meta])* $name:ident at $first:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone)]
        pub enum $one {
            $($(#[$doc])* $name($name),)+
        }

        $(impl From<$name> for $one {
            fn from(heuristic: $name) -> Self {
                Self::$name(heuristic)
            }
        })+

        impl $one {
            /// Writes what it carries at a position, from scratch.
            fn init<R: Repr, M: Metric>(&self, p: &TileSpace<R, M>, s: &R::State, words: &mut [u32; WORDS]) {
                match self {
                    $(Self::$name(h) => h.init(p, s).write(&mut words[$first..]),)+
                }
            }

            /// Changes what it carries by a move.
            #[inline]
            fn update<R: Repr, M: Metric>(
                &self,
                p: &TileSpace<R, M>,
                words: &mut [u32; WORDS],
                m: Slide,
                after: &R::State,
            ) {
                match self {
                    $(Self::$name(h) => {
                        let words = &mut words[$first..];
                        h.update(p, InWords::read(words), m, after).write(words);
                    })+
                }
            }

            #[inline]
            fn value<R: Repr, M: Metric>(&self, words: &[u32; WORDS]) -> Cost {
                match self {
                    $(Self::$name(h) => Heuristic::<TileSpace<R, M>>::value(h, InWords::read(&words[$first..])),)+
                }
            }

            #[inline]
            fn rank<R: Repr, M: Metric>(&self, words: &[u32; WORDS]) -> u32 {
                match self {
                    $(Self::$name(h) => Heuristic::<TileSpace<R, M>>::rank(h, InWords::read(&words[$first..])),)+
                }
            }

            fn quality<R: Repr, M: Metric>(&self, p: &TileSpace<R, M>) -> Quality {
                match self {
                    $(Self::$name(h) => h.quality(p),)+
                }
            }
        }

        // There is room for each.
        const _: () = {
            $(assert!($first + <<$name as Heuristic<TileSpace<Words>>>::Partial as InWords>::WORDS <= WORDS);)+
        };
    };
}

pub(super) use one_of;
