package sumstatscmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"cohortium/internal/app/installed"
	"cohortium/internal/area/reference"
	"cohortium/internal/gwas/fasta"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/liftover"
	"cohortium/internal/platform/config"
	"cohortium/internal/platform/phrase"
)

// route returns the liftover from the build of the file to the requested one.
func (c *LiftoverCmd) route(ctx context.Context, from genome.Build) (_ *liftover.Way, err error) {
	to, err := DeclaredBuild(c.To)
	if err != nil {
		return nil, err
	}
	if to == from {
		return nil, fmt.Errorf("%s is on %s already: there is nothing to lift", c.File, from)
	}
	chain := c.Chain
	if chain == "" {
		chain = liftover.Ensembl
	}
	registry, closing, err := installed.Open(ctx, config.Storage{Data: c.Data})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closing()) }()
	if _, err := os.Stat(chain); err == nil && !maker(chain) {
		return c.routeByFile(ctx, registry, from, to)
	}
	if to == genome.UnknownBuild {
		ends := liftover.Reach(from)
		if len(ends) != 1 {
			return nil, fmt.Errorf("%s is on %s: name the new genome build with --to", c.File, from)
		}
		to = ends[0]
	}
	way, err := registry.Named(ctx, chain, from, to)
	var none *reference.NotInstalledError
	var leads *liftover.ChainError
	switch {
	case errors.As(err, &none):
		return nil, howToInstall(none)
	case errors.As(err, &leads):
		return nil, fmt.Errorf("%w: name another with --chain", err)
	}
	return way, err
}

// maker reports whether a name is that of a chain file publisher, which has priority over files.
func maker(name string) bool {
	return strings.EqualFold(name, liftover.Ensembl) || strings.EqualFold(name, liftover.UCSC)
}

// routeByFile returns the liftover of the chain file of --chain.
func (c *LiftoverCmd) routeByFile(ctx context.Context, registry *reference.Registry, from, to genome.Build) (*liftover.Way, error) {
	file, err := readChain(c.Chain)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Chain, err)
	}
	if to == genome.UnknownBuild {
		ok := false
		if to, ok = file.Other(from); !ok {
			return nil, fmt.Errorf(
				"the chain file %s leads from %s to %s, and %s is on %s: name another with --chain",
				file.Source.Name,
				file.From,
				file.To,
				c.File,
				from,
			)
		}
	}
	way, err := file.Between(from, to)
	if err != nil {
		return nil, fmt.Errorf("%w: name another with --chain", err)
	}
	other, err := registry.Named(ctx, liftover.Ensembl, from, to)
	if none := new(liftover.ChainError); errors.As(err, &none) {
		return way, nil // Ensembl's has another target: nothing to compare with
	}
	if err != nil {
		return nil, err
	}
	if other.Source.SHA256 == way.Source.SHA256 {
		other = other.Other
	}
	way.Other = other
	return way, nil
}

func readChain(path string) (*liftover.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return liftover.ReadFile(filepath.Base(path), f)
}

// howToInstall explains how to use a chain file that is not installed.
func howToInstall(none *reference.NotInstalledError) error {
	if none.Maker != liftover.UCSC {
		return fmt.Errorf("--chain %s is neither a file nor ensembl, ucsc or the name of an installed chain file: %w", none.Maker, none)
	}
	hg := map[genome.Build]string{genome.GRCh37: "hg19", genome.GRCh38: "hg38", genome.NCBI36: "hg18"}
	name := fmt.Sprintf("%sTo%s%s.over.chain.gz", hg[none.From], strings.ToUpper(hg[none.To][:1]), hg[none.To][1:])
	return fmt.Errorf("%w. Download https://hgdownload.soe.ucsc.edu/goldenPath/%s/liftOver/%s (UCSC states the terms of use there) and install it with: "+
		"cohortium reference add %s --type chain. Or use the file itself with --chain %s", none, hg[none.From], name, name, name)
}

// openSequence opens a reference sequence of a genome build: a file, or the installed one if there
// is one. The returned function closes it.
func openSequence(ctx context.Context, path, data string, b genome.Build) (*liftover.Reference, func(), error) {
	if path == "" {
		registry, closing, err := installed.Open(ctx, config.Storage{Data: data})
		if err != nil {
			return nil, nil, err
		}
		sequence, err := registry.Sequence(ctx, b)
		return sequence, func() {}, errors.Join(err, closing())
	}
	f, err := fasta.Open(path)
	if err != nil {
		return nil, nil, err
	}
	if b != genome.UnknownBuild && f.Build() != b {
		return nil, nil, errors.Join(
			fmt.Errorf("%s: the lengths of its chromosomes are those of %s; a reference sequence of %s is needed", path, f.Build().Label(), b),
			f.Close(),
		)
	}
	return &liftover.Reference{Sequence: f, Name: filepath.Base(path)}, func() { _ = f.Close() }, nil
}

// describeChain adds the chain file that was used, and where another one differs.
func describeChain(text *strings.Builder, r *liftReport) {
	fmt.Fprintf(text, "Chain file: %s", r.Chain.Label())
	if r.Chain.Inverted {
		text.WriteString(", which leads the other way and was read backwards")
	}
	text.WriteString("\n")
	c := r.Compared
	if c == nil {
		return
	}
	if c.Rows() == 0 {
		fmt.Fprintf(text, "%s returns the same for every row.\n", c.Chain.Label())
		return
	}
	fmt.Fprintf(
		text,
		"%s differs in %s: %s to another place, %s lifted by %s only, %s by %s only. Choose with --chain.\n",
		c.Chain.Label(),
		phrase.Counted(
			c.Rows(),
			"row",
			"rows",
		),
		phrase.Thousands(c.Elsewhere),
		phrase.Thousands(c.OnlyHere),
		r.Chain.Label(),
		phrase.Thousands(c.OnlyThere),
		c.Chain.Label(),
	)
}

// describeMitochondrion adds the sequence assumed for mitochondrial rows.
func describeMitochondrion(text *strings.Builder, m *liftover.Mitochondrial) {
	if m == nil {
		return
	}
	fmt.Fprintf(text, "%s: ", phrase.Counted(m.Rows, "mitochondrial row", "mitochondrial rows"))
	switch m.Sequence {
	case liftover.RCRS:
		text.WriteString("positions of the rCRS (NC_012920)")
	case liftover.Older:
		text.WriteString("positions of chrM of UCSC hg19 (NC_001807), which is not the rCRS")
	default:
		fmt.Fprintf(text, "not lifted. %s Answer with --mitochondrion rcrs or --mitochondrion hg19.\n", m.Evidence)
		return
	}
	fmt.Fprintf(text, ". %s\n", m.Evidence)
}

// describeIndels adds the effect of the reference sequence on insertions and deletions.
func describeIndels(text *strings.Builder, n *liftover.Indels) {
	if n == nil {
		return
	}
	fmt.Fprintf(
		text,
		"%s checked with %s: %s left-aligned, %s trimmed, %s lifted on reversed blocks, %s with neither allele in the sequence, %s not checked.\n",
		phrase.Counted(n.Indels, "insertion or deletion", "insertions and deletions"),
		n.Sequence,
		phrase.Thousands(n.Moved),
		phrase.Thousands(n.Trimmed),
		phrase.Thousands(n.Reversed),
		phrase.Thousands(n.Mismatch),
		phrase.Thousands(n.Unresolved),
	)
}
