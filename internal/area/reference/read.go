package reference

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"

	"cohortium/internal/gwas/catalog"
	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/inflate"
	"cohortium/internal/gwas/ld"
	"cohortium/internal/gwas/ldscore"
	"cohortium/internal/gwas/recomb"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/rstable"
	"cohortium/internal/platform/file"
)

// readGenes reads an annotation of GENCODE or Ensembl, or a list of genes in the program's format,
// and stores it in that format.
func (a *adding) readGenes() error {
	list, err := a.geneList()
	if err != nil {
		return err
	}
	if list.Build != genome.UnknownBuild {
		if err := agree(&a.note.Build, list.Build, OfBuild, ""); err != nil {
			return err
		}
	}
	t := &buildFacts{ends: list.Ends()}
	t.build, t.evidence = list.ConcludeBuild()
	if t.build != genome.UnknownBuild && list.Build != genome.UnknownBuild && t.build != list.Build {
		return say("it states %s, but its genes do not match. %s Use the list of one assembly", list.Build, t.evidence)
	}
	if err := a.settleBuild(t); err != nil {
		return err
	}
	build, _ := a.note.builds()
	a.note.Rows = int64(list.Len())
	if a.note.Licence == "" {
		a.note.Licence = list.Terms
	}
	list.Terms = a.note.Licence
	return a.instead(".genes.gz", func(w io.Writer) error {
		z := gzip.NewWriter(w)
		return errors.Join(list.Write(z, build), z.Close())
	})
}

// geneList reads the genes in either format.
func (a *adding) geneList() (*gene.List, error) {
	in, err := a.open()
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }()
	text, err := plain(in)
	if err != nil {
		return nil, err
	}
	const enough = 64 << 10
	head := bufio.NewReaderSize(text, enough)
	start, _ := head.Peek(enough)
	if gene.IsAnnotation(start) {
		return gene.ReadAnnotation(head)
	}
	return gene.ReadStated(head)
}

// plain returns the text of a file that may be packed by gzip.
func plain(in io.Reader) (io.Reader, error) {
	buffered := bufio.NewReader(in)
	if magic, _ := buffered.Peek(2); string(magic) != "\x1f\x8b" {
		return buffered, nil
	}
	return inflate.NewReader(buffered)
}

func (a *adding) readRecombination() error {
	in, err := a.open()
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	m, err := recomb.Read(a.came, in)
	if err != nil {
		return err
	}
	a.note.Rows = int64(m.Len())
	if err := a.settleBuild(&buildFacts{ends: m.Ends(), evidence: "A map of recombination names no variants."}); err != nil {
		return err
	}
	return a.instead(".map.gz", func(w io.Writer) error {
		z := gzip.NewWriter(w)
		return errors.Join(m.Write(z), z.Close())
	})
}

func (a *adding) readLDScores() error {
	if err := a.people("its scores"); err != nil {
		return err
	}
	in, err := a.open()
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	seen, err := newPlaces()
	if err != nil {
		return err
	}
	facts, err := ldscore.Read(in, func(s ldscore.Score) error {
		seen.see(s.Chromosome, s.Position, []byte(s.RSID))
		return a.ctx.Err()
	})
	if err != nil {
		return err
	}
	a.note.Rows = facts.Rows
	return a.settleBuild(seen.buildFacts(facts.Ends))
}

func (a *adding) readLoci() error {
	in, err := a.open()
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	list, facts, err := catalog.Read(in)
	if err != nil {
		return err
	}
	a.note.Rows = facts.Associations
	return a.settleBuild(&buildFacts{build: catalog.Build, evidence: "The GWAS Catalog lists positions on " + catalog.Build.Label() + ".", ends: list.Ends()})
}

// readLD sorts pairs or genotypes into a file with an index.
func (a *adding) readLD() error {
	if err := a.people("the people"); err != nil {
		return err
	}
	seen, err := newPlaces()
	if err != nil {
		return err
	}
	in, err := a.open()
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	var facts *ld.Facts
	index, err := os.CreateTemp(a.dir, ".adding-*")
	if err != nil {
		return err
	}
	a.beside = map[string]string{indexEnd: index.Name()}
	defer func() { _ = index.Close() }()
	err = a.instead(".ld.gz", func(w io.Writer) error {
		out := regionindex.NewWriter(w, regionindex.WriterOptions{})
		var err error
		facts, err = ld.Prepare(a.ctx, in, out, seen.see)
		if err = errors.Join(err, out.Close()); err != nil {
			return err
		}
		return errors.Join(out.WriteIndex(index), index.Sync())
	})
	if err != nil {
		return err
	}
	a.note.Rows, a.note.Holds, a.note.People = facts.Rows, facts.Kind, facts.People
	return a.settleBuild(seen.buildFacts(facts.Ends))
}

// readRSNumbers sorts the places of rs numbers, and the numbers that were replaced, into a
// table.
func (a *adding) readRSNumbers() (err error) {
	builder := rstable.NewBuilder(a.dir, 0)
	defer func() { err = errors.Join(err, builder.Close()) }()
	ends, err := a.placesOf(builder)
	if err != nil {
		return err
	}
	if err := a.settleBuild(ends); err != nil {
		return err
	}
	if err := a.replacedOf(builder); err != nil {
		return err
	}
	build, _ := a.note.builds()
	return a.instead(".rst", func(w io.Writer) error {
		facts, err := builder.WriteTo(w, build)
		a.note.Replaced = facts.Replaced
		return err
	})
}

// placesOf reads the places, and their evidence about the assembly.
func (a *adding) placesOf(builder *rstable.Builder) (*buildFacts, error) {
	in, err := a.open()
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }()
	seen, err := newPlaces()
	if err != nil {
		return nil, err
	}
	facts, err := rstable.ReadPlaces(file.Until(a.ctx, in), builder, seen.number)
	if err != nil {
		return nil, err
	}
	if facts.Places == 0 {
		return nil, errors.New("none of its lines has an rs number with chromosome and position")
	}
	a.note.Rows = facts.Places
	return seen.buildFacts(facts.Ends), nil
}

func (a *adding) replacedOf(builder *rstable.Builder) error {
	if a.merged == nil {
		return nil
	}
	in, err := a.merged(a.ctx)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	sum := sha256.New()
	if _, err := rstable.ReadReplaced(io.TeeReader(file.Until(a.ctx, in), sum), builder); err != nil {
		return fmt.Errorf("the file of replaced numbers cannot be used: %w", err)
	}
	a.note.ReplacedSHA256 = hex.EncodeToString(sum.Sum(nil))
	return nil
}
