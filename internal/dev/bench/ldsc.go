package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"cohortium/internal/gwas/ldsc"
)

const (
	hapMap    = 1_200_000 // about as many variants as HapMap 3 has with LD scores
	ldscLimit = 2 * time.Second
)

// twoStudies draws z-scores by the model of LD score regression.
func twoStudies(n int) []ldsc.Pair {
	random := rand.New(rand.NewPCG(1, 2))
	pairs := make([]ldsc.Pair, n)
	for i := range pairs {
		ld := 1 + 20*random.ExpFloat64()
		z := random.NormFloat64() * math.Sqrt(1+ld/20)
		pairs[i] = ldsc.Pair{
			First:  ldsc.Variant{Z: z, N: 1e5, LD: ld, Weight: ld},
			Second: ldsc.Variant{Z: 0.3*z + random.NormFloat64(), N: 2e5, LD: ld, Weight: ld},
		}
	}
	return pairs
}

// ldsc times LD score regression with its jack-knife. Debian has no peer; it is compared with
// inflating the file of the z-scores.
func (b *bench) ldsc() error {
	paths, _, err := b.files(1, million)
	if err != nil {
		return err
	}
	pairs := twoStudies(hapMap)
	alone := make([]ldsc.Variant, len(pairs))
	for i, p := range pairs {
		alone[i] = p.First
	}
	for _, m := range []struct {
		what string
		run  func() error
	}{
		{"one study", func() error { _, err := ldsc.Fit(alone, hapMap, ldsc.Options{}); return err }},
		{"two studies and what they share", func() error {
			_, err := ldsc.Correlate(pairs, hapMap, ldsc.Options{TwoStep: math.Inf(1)})
			return err
		}},
	} {
		c, err := b.compare(
			func() (usage, error) { start := time.Now(); err := m.run(); return usage{wall: time.Since(start)}, err },
			func() (usage, error) { return timed("gzip", "-dc", paths[0]) },
		)
		if err != nil {
			return err
		}
		b.add(row{
			what: fmt.Sprintf("LD score regression of %d variants, 200 blocks: %s", hapMap, m.what), ours: seconds(c.ours),
			peer: "gzip -dc of 1 M rows " + seconds(c.peer), ratio: fmt.Sprintf("%.2f", c.ratio),
			goal: "≤ " + seconds(ldscLimit), met: c.ours <= ldscLimit,
		})
	}
	return nil
}
