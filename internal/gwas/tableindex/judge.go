package tableindex

import (
	"io"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
)

// Judge judges the beginning of a table of association results as an index of a schema
// reads it: build is that of the positions, UnknownBuild when it is not known. Of other
// tables it has the build alone. Starts and ends of intervals are not judged.
func Judge(src Source, schema Schema, build genome.Build, counting Counting) recognise.Kept {
	in, err := recognise.Inspect(
		recognise.Source{Name: src.Name, Reader: io.NewSectionReader(src.Data, 0, src.Size), Partial: src.Partial},
		recognise.InspectOptions{},
	)
	if err != nil {
		return recognise.Kept{} // a table of another kind; what cannot be read fails elsewhere
	}
	a := recognise.Answers{Build: build, Conventions: sumstats.Conventions{ZeroBased: counting.Points && counting.Coordinates == ZeroBased}}
	switch l := schema.Locus; {
	case l == nil || l.Template != nil:
	case l.Stop == "":
		a.Map = sumstats.Mapping{sumstats.FieldChromosome: l.Chromosome, sumstats.FieldPosition: l.Start}
	default:
		a.Map = sumstats.Mapping{sumstats.FieldPosition: "", sumstats.FieldChrPos: "", sumstats.FieldChrPosRefAlt: ""}
	}
	k := in.Kept(a)
	if schema.Locus == nil {
		k = unplaced(k)
	}
	return k
}

// unplaced turns wrong positions into notes: an index that does not use them finds the right rows.
func unplaced(k recognise.Kept) recognise.Kept {
	k.Notes, k.Against = k.Sentences(), nil
	return k
}

// judgeBeginning rejects a table whose first rows are on another build than stated.
func (b *builder) judgeBeginning() error {
	b.kept = Judge(b.src, b.spec.Schema, b.spec.Build, b.counting)
	return refusal(b.kept)
}

// judgeAll rejects a table of which later rows are on another build, and notes other evidence
// against it.
func (b *builder) judgeAll() error {
	over := b.kept.Over(b.sampled.Lines)
	if b.spec.Schema.Locus == nil {
		over = unplaced(over)
	}
	if b.spec.Build == genome.UnknownBuild && b.spec.Schema.Locus != nil {
		b.sum.Proposed = b.kept.Build
	}
	b.sum.Warnings = append(slices.Clone(b.kept.Notes), over.Notes...)
	return refusal(over)
}

func refusal(k recognise.Kept) error {
	for _, f := range k.Against {
		return &textfile.FileError{Code: recognise.CodeContradicted, What: f.Message, Remedy: f.Remedy, Line: f.Line}
	}
	return nil
}
