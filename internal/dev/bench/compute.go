package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"cohortium/internal/dev/seed"

	"github.com/klauspost/compress/gzip"
)

const (
	million  = 1_000_000
	studies  = 5
	gibibyte = 1 << 30
)

// world returns the synthetic genome with about rows variants per study.
func world(rows int) seed.World {
	return seed.World{Seed: 3, Background: rows + rows/40, PerLocus: 500, Loci: seed.Loci()}
}

// files returns n gzipped studies of about rows rows, and the panel, and creates missing ones.
func (b *bench) files(n, rows int) (paths []string, panel string, err error) {
	w := world(rows)
	panel = filepath.Join(b.dir, fmt.Sprintf("panel.%d.vcf.gz", rows))
	err = once(panel, func(z *gzip.Writer) error { _, err := seed.WritePanel(z, w); return err })
	for i := 0; i < n && err == nil; i++ {
		path := filepath.Join(b.dir, fmt.Sprintf("study%d.%d.tsv.gz", i, rows))
		paths = append(paths, path)
		err = once(path, func(z *gzip.Writer) error {
			_, err := seed.WriteStudy(z, w, seed.Study{
				Seed: uint64(i), Layout: seed.GWASSSF, Cases: 5000 + 1000*i, Controls: 50_000,
				Coverage: 0.97, Scale: 1, Drift: 0.01, Inflate: 1.03,
			})
			return err
		})
	}
	return paths, panel, err
}

// oneStudy creates a study of about rows rows, unless it exists, and prints its path.
func oneStudy(rows int, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	paths, _, err := (&bench{dir: dir}).files(1, rows)
	if err != nil {
		return err
	}
	fmt.Println(paths[0])
	return nil
}

// once writes a gzip file unless it exists; a half-written one is removed.
func once(path string, write func(*gzip.Writer) error) error {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	log.Printf("making %s", path)
	f, err := os.Create(path + ".part")
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := gzip.NewWriterLevel(f, 6)
	if err != nil {
		return err
	}
	if err := write(z); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.Rename(path+".part", path)
}

func (b *bench) metaArgs(paths []string, out string) []string {
	args := append([]string{"sumstats", "meta"}, paths...)
	return append(args, "-o", filepath.Join(b.dir, out))
}

// meta compares a fixed-effect meta-analysis of five million-row files with plink's.
func (b *bench) meta() error {
	paths, _, err := b.files(studies, million)
	if err != nil {
		return err
	}
	plink, err := b.plinkArgs(paths)
	if err != nil {
		return err
	}
	c, err := b.compare(
		func() (usage, error) { return timed(b.binary, b.metaArgs(paths, "meta.tsv.gz")...) },
		func() (usage, error) { return timed("plink1.9", plink...) },
	)
	if err != nil {
		return err
	}
	b.addRatio("meta-analysis, 5 × 1 M rows gz, fixed and random effects", "plink1.9", c, 1.0/3, "≤ 0.33")
	b.addMemory("the same, peak memory", c.maxRSS, gibibyte)
	return nil
}

// plinkArgs copies the studies under the header that plink insists on.
func (b *bench) plinkArgs(paths []string) ([]string, error) {
	args := []string{"--meta-analysis"}
	for _, path := range paths {
		renamed := path[:len(path)-len(".tsv.gz")] + ".plink.gz"
		if _, err := os.Stat(renamed); err != nil {
			script := fmt.Sprintf("gzip -dc %q | sed '1s/beta/BETA/' | gzip -6 > %q", path, renamed)
			if _, err := timed("sh", "-c", script); err != nil {
				return nil, err
			}
		}
		args = append(args, renamed)
	}
	return append(args, "+", "study", "logscale", "--meta-analysis-snp-field", "rsid", "--meta-analysis-chr-field", "chromosome",
		"--meta-analysis-bp-field", "base_pair_location", "--meta-analysis-a1-field", "effect_allele",
		"--meta-analysis-a2-field", "other_allele", "--meta-analysis-se-field", "standard_error",
		"--out", filepath.Join(b.dir, "plink")), nil
}

func (b *bench) largeMeta() error {
	paths, _, err := b.files(studies, 10*million)
	if err != nil {
		return err
	}
	u, err := timed(b.binary, b.metaArgs(paths, "meta10.tsv.gz")...)
	if err != nil {
		return err
	}
	b.addMemory(fmt.Sprintf("meta-analysis, 5 × 10 M rows gz (%s), peak memory", seconds(u.wall)), u.maxRSS, gibibyte)
	return nil
}
