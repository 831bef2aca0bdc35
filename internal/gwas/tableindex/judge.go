package tableindex

import (
	"io"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
)

// Judge judges the beginning of a table of association results as an index of a schema
// reads it: build is that of the positions, UnknownBuild when it is not known. It is zero
// for other tables. Starts and ends of intervals are not judged.
func Judge(src Source, schema Schema, build genome.Build, counting Counting) recognise.Kept {
	in, err := recognise.Inspect(recognise.Source{Name: src.Name, Reader: io.NewSectionReader(src.Data, 0, src.Size), Partial: src.Partial}, recognise.InspectOptions{})
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
		k.Notes, k.Against = k.Sentences(), nil
	}
	return k
}

// judged refuses a table whose rows lie elsewhere than it says, and returns what else
// speaks against it.
func (b *builder) judged() ([]string, error) {
	k := Judge(b.src, b.spec.Schema, b.spec.Build, b.counting)
	for _, f := range k.Against {
		return nil, &textfile.FileError{Code: recognise.CodeContradicted, What: f.Message, Remedy: f.Remedy, Line: f.Line}
	}
	return k.Notes, nil
}
