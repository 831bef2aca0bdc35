package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/regionindex"
)

const (
	queries     = 2000
	queryLength = 100_000 // bases
)

// regions compares region queries on the meta-analysis' result: ours inside
// this process, tabix with all regions on one command line.
func (b *bench) regions() error {
	path := filepath.Join(b.dir, "meta.tsv.gz")
	asked := randomRegions()
	args := []string{path}
	for _, r := range asked {
		args = append(args, fmt.Sprintf("%d:%d-%d", r.Chromosome, r.Start, r.End))
	}
	c, err := b.compare(
		func() (usage, error) { return query(path, asked) },
		func() (usage, error) { return timed("tabix", args...) },
	)
	if err != nil {
		return err
	}
	b.addRatio(fmt.Sprintf("%d region queries of 100 kb on a 1 M row result", queries), "tabix", c, 1, "≤ 1")
	return nil
}

func randomRegions() []genome.Region {
	rng := rand.New(rand.NewPCG(1, 2))
	out := make([]genome.Region, queries)
	for i := range out {
		c := genome.Chromosome(1 + rng.IntN(22))
		start := rng.Int32N(c.Length(genome.GRCh37) - queryLength)
		out[i] = genome.Region{Chromosome: c, Start: start + 1, End: start + queryLength}
	}
	return out
}

// query opens the file again, as tabix does, and reads every region's lines.
func query(path string, asked []genome.Region) (usage, error) {
	start := time.Now()
	data, err := os.Open(path)
	if err != nil {
		return usage{}, err
	}
	defer data.Close()
	info, err := data.Stat()
	if err != nil {
		return usage{}, err
	}
	index, err := os.ReadFile(path + ".tbi")
	if err != nil {
		return usage{}, err
	}
	r, err := regionindex.OpenReader(data, info.Size(), bytes.NewReader(index))
	if err != nil {
		return usage{}, err
	}
	read := 0
	for _, region := range asked {
		err := r.Query(context.Background(), region, func(line []byte) error { read += len(line); return nil })
		if err != nil {
			return usage{}, err
		}
	}
	if read == 0 {
		return usage{}, fmt.Errorf("no region of %s holds a line", path)
	}
	return usage{wall: time.Since(start)}, nil
}
