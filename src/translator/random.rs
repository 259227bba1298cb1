//! Random numbers that are the same everywhere: the corpus and every initialisation are reproducible from a seed.

/// SplitMix64 (Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, OOPSLA 2014, figure 17).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// A sequence of its own for each seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 bits.
    pub fn next_bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = self.state;
        let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A whole number from 0 up to, not including, `count`; 0 when `count` is. By remainder: the bias is below
    /// count / 2^64.
    pub fn below(&mut self, count: usize) -> usize {
        let bits = self.next_bits();
        match u64::try_from(count) {
            // A remainder is below a `usize`.
            Ok(count) if count > 0 => usize::try_from(bits % count).unwrap_or(0),
            _ => 0,
        }
    }

    /// A number between −`bound` and `bound`, from 53 random bits.
    pub fn within(&mut self, bound: f64) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
        let unit = (self.next_bits() >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0);
        (2.0 * unit - 1.0) * bound
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs for seed 1234567, as published with the generator's reference code.
    #[test]
    fn the_published_sequence() {
        let mut random = SplitMix64::new(1_234_567);
        let first = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(first.map(|_| random.next_bits()), first);
    }

    #[test]
    fn numbers_stay_within() {
        let mut random = SplitMix64::new(0);
        let numbers: Vec<f64> = (0..10_000).map(|_| random.within(0.5)).collect();
        assert!(numbers.iter().all(|number| (-0.5..0.5).contains(number)));
        assert!(numbers.iter().any(|number| *number > 0.49) && numbers.iter().any(|number| *number < -0.49));
        assert!((0..1000).all(|_| random.below(7) < 7));
        assert_eq!(random.below(0), 0);
    }
}
