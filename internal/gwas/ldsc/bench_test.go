package ldsc

import (
	"math"
	"math/rand/v2"
	"testing"
)

// hapMap is about as many variants as HapMap 3 has with LD scores.
const hapMap = 1_200_000

func manyPairs() []Pair {
	random := rand.New(rand.NewPCG(1, 2))
	pairs := make([]Pair, hapMap)
	for i := range pairs {
		ld := 1 + 20*random.ExpFloat64()
		z := random.NormFloat64() * math.Sqrt(1+ld/20)
		pairs[i] = Pair{First: Variant{Z: z, N: 1e5, LD: ld, Weight: ld}, Second: Variant{Z: 0.3*z + random.NormFloat64(), N: 2e5, LD: ld, Weight: ld}}
	}
	return pairs
}

// BenchmarkCorrelate estimates what two studies share.
func BenchmarkCorrelate(b *testing.B) {
	pairs := manyPairs()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Correlate(pairs, 5_961_159, Options{TwoStep: math.Inf(1)}); err != nil {
			b.Fatal(err)
		}
	}
}
