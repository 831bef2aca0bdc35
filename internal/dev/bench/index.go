package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/tableindex"
)

// index compares an index of a million unsorted rows with sort, bgzip and tabix, and then its
// answers with tabix's and with a scan.
func (b *bench) index() error {
	return b.indexOf(million, "1 M")
}

func (b *bench) largeIndex() error {
	return b.indexOf(10*million, "10 M")
}

func (b *bench) indexOf(rows int, label string) error {
	table, err := b.shuffled(rows)
	if err != nil {
		return err
	}
	name, peer := table+".ours", table+".peer.gz"
	script := fmt.Sprintf("export LC_ALL=C; (head -1 %[1]q; tail -n +2 %[1]q | sort -k1,1 -k2,2n) | bgzip -@ %[3]d > %[2]q && tabix -f -s1 -b2 -e2 -S1 %[2]q",
		table, peer, runtime.NumCPU())
	c, err := b.compare(
		func() (usage, error) {
			return timed(b.binary, "index", "build", table, "-o", name, "-s", "chromosome:base_pair_location")
		},
		func() (usage, error) { return timed("sh", "-c", script) },
	)
	if err != nil {
		return err
	}
	b.addRatio("index of "+label+" rows in no order", "sort, bgzip, tabix", c, 1/2.3, "≤ 0.43")
	b.addMemory("the same, peak memory", c.maxRSS, 512<<20)
	return b.indexAnswers(name, peer, label)
}

// indexAnswers queries the same regions, whose rows must be as many.
func (b *bench) indexAnswers(name, peer, label string) error {
	asked := randomRegions()
	args := []string{peer}
	for _, r := range asked {
		args = append(args, fmt.Sprintf("%d:%d-%d", r.Chromosome, r.Start, r.End))
	}
	found, err := exec.Command("tabix", args...).Output()
	if err != nil {
		return err
	}
	want := bytes.Count(found, []byte{'\n'})
	c, err := b.compare(
		func() (usage, error) { return queryIndex(name, asked, want) },
		func() (usage, error) { return timed("tabix", args...) },
	)
	if err != nil {
		return err
	}
	b.addRatio(fmt.Sprintf("%d region queries of 100 kb on %s rows, %d rows found by both", len(asked), label, want), "tabix", c, 1, "≤ 1")
	return b.indexScan(name, peer, label, asked[0])
}

// indexScan compares one query, the index opened for it, with reading every row.
func (b *bench) indexScan(name, peer, label string, r genome.Region) error {
	script := fmt.Sprintf("gzip -dc %q | awk -F'\\t' '$1 == %d && $2 >= %d && $2 <= %d' | wc -l", peer, r.Chromosome, r.Start, r.End)
	counted, err := exec.Command("sh", "-c", script).Output()
	if err != nil {
		return err
	}
	want, err := strconv.Atoi(strings.TrimSpace(string(counted)))
	if err != nil {
		return err
	}
	c, err := b.compare(
		func() (usage, error) { return queryIndex(name, []genome.Region{r}, want) },
		func() (usage, error) { return timed("sh", "-c", script) },
	)
	if err != nil {
		return err
	}
	b.addRatio("one region of "+label+" rows, the index opened for it", "gzip, awk", c, 0.1, "≤ 0.1")
	return nil
}

// queryIndex opens the index again, as tabix does, and reads every region's rows.
func queryIndex(name string, asked []genome.Region, want int) (usage, error) {
	start := time.Now()
	data, err := os.Open(name + ".rows.gz")
	if err != nil {
		return usage{}, err
	}
	defer data.Close()
	info, err := data.Stat()
	if err != nil {
		return usage{}, err
	}
	index, err := os.ReadFile(name + ".cix")
	if err != nil {
		return usage{}, err
	}
	ctx := context.Background()
	x, err := tableindex.Open(ctx, data, info.Size(), bytes.NewReader(index))
	if err != nil {
		return usage{}, err
	}
	rows := 0
	for _, r := range asked {
		locus := tableindex.Interval{Contig: r.Chromosome.String(), Start: int64(r.Start), End: int64(r.End)}
		for _, err := range x.Rows(ctx, tableindex.Query{Locus: &locus, Limit: tableindex.NoLimit}, 0) {
			if err != nil {
				return usage{}, err
			}
			rows++
		}
	}
	if rows != want {
		return usage{}, fmt.Errorf("the index %s returns %d rows, and the peer %d", name, rows, want)
	}
	return usage{wall: time.Since(start)}, nil
}

// shuffled returns a plain table of about rows unsorted rows.
func (b *bench) shuffled(rows int) (string, error) {
	path := filepath.Join(b.dir, fmt.Sprintf("shuffled.%d.tsv", rows))
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	sorted, _, err := b.files(1, rows)
	if err != nil {
		return "", err
	}
	// In a separate process: the memory of this one would count for its children.
	script := fmt.Sprintf("{ gzip -dc %[1]q | head -1; gzip -dc %[1]q | tail -n +2 | shuf --random-source=%[1]q; } > %[2]q", sorted[0], path+".part")
	if said, err := exec.Command("sh", "-c", script).CombinedOutput(); err != nil {
		return "", fmt.Errorf("shuffling %s: %w: %s", sorted[0], err, said)
	}
	return path, os.Rename(path+".part", path)
}
