package bioindex

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/tableindex"
	"cohortium/internal/gwas/textfile"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// maxKeys limits the key columns of an index.
const maxKeys = 3

// Preview describes a file and the indexes that could be built from it.
type Preview struct {
	tableindex.Head
	Name  string
	Size  int64
	Build genome.Build // of the positions, else as the source states; UnknownBuild if unknown
	// Warnings are the evidence against a table of association results by the first schema.
	Warnings []string
}

// Preview inspects the beginning of a file that the caller may read. errs.Rule (unreadable_file)
// when it is not a table.
func (s *Service) Preview(ctx context.Context, by *auth.Identity, src Source) (_ *Preview, err error) {
	defer errs.Wrap(&err, "bioindex.Preview(%+v)", src)
	f, err := s.sources.Open(ctx, by, src)
	if err != nil {
		return nil, err
	}
	head, err := inspect(ctx, f)
	if err != nil {
		return nil, err
	}
	p := &Preview{Head: head, Name: f.Name, Size: f.Size, Build: f.Build}
	if len(head.Schemas) > 0 {
		schema, err := tableindex.ParseSchema(head.Schemas[0])
		if err != nil {
			return nil, err
		}
		kept := tableindex.Judge(f.table(ctx), schema, f.Build, head.Counting)
		p.Warnings = kept.Sentences()
		if kept.Build != genome.UnknownBuild {
			p.Build = kept.Build
		}
	}
	return p, nil
}

func inspect(ctx context.Context, f *SourceFile) (tableindex.Head, error) {
	head, err := tableindex.Inspect(ctx, f.table(ctx))
	if what, is := faultOf(err); is {
		return head, errs.New(errs.Rule, "unreadable_file", "%s", what).Because(err)
	}
	return head, err
}

// table returns a source as its index reads it.
func (f *SourceFile) table(ctx context.Context) tableindex.Source {
	return tableindex.Source{Name: f.Name, Data: &file.Window{Ctx: ctx, OpenRange: f.OpenRange, Size: f.Size}, Size: f.Size}
}

// faultOf returns the fault of a file or a row in words for people; false for errors that are not
// the file's.
func faultOf(err error) (string, bool) {
	var fault *textfile.FileError
	if errors.As(err, &fault) && fault.Code != textfile.CodeRead {
		return errs.Sentence(fault.Error()), true
	}
	var row *tableindex.RowError
	if errors.As(err, &row) {
		return errs.Sentence(row.Error()), true
	}
	var column *tableindex.ColumnError
	if errors.As(err, &column) {
		return column.Error(), true
	}
	var counting *tableindex.CountingError
	if errors.As(err, &counting) {
		return counting.Error(), true
	}
	return "", false
}

// suits rejects a definition that does not fit a file: see spec, and errs.Rule (contradicted, field
// genome_build) when its positions are on another build.
func (d *Definition) suits(ctx context.Context, f *SourceFile, head tableindex.Head) error {
	spec, err := d.spec(head)
	if err != nil || spec.Schema.Locus == nil {
		return err
	}
	kept := tableindex.Judge(f.table(ctx), spec.Schema, spec.Build, head.CountingOf(spec.Schema))
	if !kept.Judged() || kept.Build == genome.UnknownBuild || kept.Build == spec.Build {
		return nil
	}
	sentence := fmt.Sprintf("The positions of this file are on %s, not on %s. Choose %s, or lift the positions over first.",
		kept.Build.Label(), spec.Build.Label(), kept.Build.Label())
	return errs.New(errs.Rule, "contradicted", "%s", sentence).WithFields(errs.Field{Field: "genome_build", Message: sentence})
}

// spec checks a definition against the beginning of a file. errs.Rule with the
// fields schema, types, genome_build and coordinates.
func (d *Definition) spec(head tableindex.Head) (tableindex.Spec, error) {
	schema, err := tableindex.ParseSchema(d.Schema)
	var wrong *tableindex.SchemaError
	if errors.As(err, &wrong) {
		return tableindex.Spec{}, errs.AtField("schema", wrong.Error())
	}
	if err != nil {
		return tableindex.Spec{}, err
	}
	var faults []errs.Field
	add := func(field, format string, args ...any) {
		faults = append(faults, errs.Field{Field: field, Message: fmt.Sprintf(format, args...)})
	}
	if n := len(schema.Keys); n > maxKeys {
		add("schema", "The schema has %d key columns. The maximum is %d.", n, maxKeys)
	}
	columns := make([]string, len(head.Columns))
	for i, c := range head.Columns {
		columns[i] = c.Name
	}
	for _, name := range schema.Columns() {
		if !slices.Contains(columns, name) {
			add("schema", "%s", (&tableindex.ColumnError{Column: name, Known: columns}).Error())
		}
	}
	for _, name := range slices.Sorted(maps.Keys(d.Types)) {
		if !slices.Contains(columns, name) {
			add("types", "The table has no column %q.", errs.Shortened(name, 100))
		}
	}
	if schema.Locus != nil && d.GenomeBuild != genome.GRCh37 && d.GenomeBuild != genome.GRCh38 {
		add("genome_build", "Choose the genome build of the positions: GRCh37 (hg19) or GRCh38 (hg38).")
	}
	if len(faults) == 0 && d.Coordinates == "" {
		if counting := head.CountingOf(schema); counting.Coordinates == "" {
			add("coordinates", "%s Choose what the positions count.", counting.Sentence())
		}
	}
	if len(faults) > 0 {
		return tableindex.Spec{}, errs.New(errs.Rule, "rule", "%s", faults[0].Message).WithFields(faults...)
	}
	return tableindex.Spec{Schema: schema, Types: d.Types, Build: d.GenomeBuild, Coordinates: d.Coordinates}, nil
}
