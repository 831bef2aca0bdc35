package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"cohortium/internal/app/console"
	"cohortium/internal/app/sumstatscmd"
	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/tableindex"
	"cohortium/internal/platform/phrase"
)

// IndexCmd groups the commands for indexes of local tables.
type IndexCmd struct {
	Build  IndexBuildCmd  `cmd:"" help:"Index a table by keys and a locus: CSV, TSV, JSON lines, GWAS-SSF, BED, VCF, plain or compressed."`
	Query  IndexQueryCmd  `cmd:"" help:"Print the rows of keys, a region or a gene."`
	Verify IndexVerifyCmd `cmd:"" help:"Compare the answers to random queries with a scan of the table."`
}

// The files of an index, next to those of its table.
const (
	indexSuffix = ".cix"
	rowsSuffix  = ".rows.gz"
)

// IndexBuildCmd is `index build`.
type IndexBuildCmd struct {
	File        string            `arg:"" help:"Table to index." type:"existingfile"`
	Schema      string            `short:"s" help:"Columns to find rows by, such as gene,phenotype or chr:pos or gene,chr:start-stop. Default: suggested by the columns."`
	Output      string            `short:"o" placeholder:"NAME" help:"NAME.cix is the index and NAME.rows.gz its rows, which are not written if the table is bgzipped and sorted. Default: the name of the table." type:"path"`
	Type        map[string]string `mapsep:"none" placeholder:"COLUMN=TYPE" help:"Type of a column (text, integer or decimal) if the sample suggests a wrong one. Repeatable."`
	Build       string            `help:"Genome build of the positions (GRCh37, GRCh38); names of genes need it."`
	Format      string            `enum:",csv,tsv,jsonl,gwas-ssf,bed,vcf" default:"" help:"Format of the table. Default: detected."`
	Coordinates string            `enum:",half-open,closed,zero-based" default:"" help:"What start and stop count, over what the table shows: closed (from 1, stop is the last base), zero-based (from 0, stop is the base behind; BED) or half-open (from 1, stop is the base behind)."`
	Memory      int64             `default:"192" placeholder:"MIB" help:"Memory for rows while sorting."`
	JSON        bool              `name:"json" help:"Print the summary as JSON."`
}

var coordinates = map[string]tableindex.Coordinates{"half-open": tableindex.HalfOpen, "closed": tableindex.Closed, "zero-based": tableindex.ZeroBased}

// Run builds the index. The files get their final names when all of them are complete.
func (c *IndexBuildCmd) Run(env *console.Env) error {
	if c.Output == "" {
		c.Output = c.File
	}
	for _, suffix := range []string{indexSuffix, rowsSuffix} {
		if err := sumstatscmd.RefuseInPlace(c.Output+suffix, c.File); err != nil {
			return console.Unusable(err)
		}
	}
	src, done, err := openTable(c.File)
	if err != nil {
		return console.Unusable(err)
	}
	defer done()
	src.Format = tableindex.Format(c.Format)
	spec, err := c.spec(env, src)
	if err != nil {
		return console.Unusable(err)
	}
	out := &console.Files{Path: func(suffix string) string { return c.Output + suffix }}
	bar := &console.Progress{Env: env}
	sum, err := tableindex.Build(env.Ctx, src, spec, indexOutput(out), tableindex.Options{
		Memory:   c.Memory << 20,
		Progress: func(p tableindex.Progress) { bar.Show(string(p.Stage), p.Done, p.Total) },
	})
	bar.Done()
	if asked := new(tableindex.CountingError); errors.As(err, &asked) {
		err = fmt.Errorf("%w Answer with --coordinates", err)
	}
	if err != nil {
		return console.Unusable(errors.Join(fmt.Errorf("%s: %w", c.File, err), out.Drop()))
	}
	if err := out.Keep(); err != nil {
		return console.Unusable(err)
	}
	for _, warning := range sum.Warnings {
		bar.Say("%s: %s", c.File, warning)
	}
	if sum.Proposed != genome.UnknownBuild {
		bar.Say(
			"%s: Known variants lie at their %s position. State it with --build %s, so that names of genes find rows.",
			c.File,
			sum.Proposed.Label(),
			sum.Proposed,
		)
	}
	return c.print(env, spec, sum)
}

// indexOutput creates the files of a build. The rows may be restarted.
func indexOutput(out *console.Files) tableindex.Output {
	begun := false
	return tableindex.Output{
		Data: func() (io.WriteCloser, error) {
			if begun {
				return os.Create(out.Path(rowsSuffix) + console.Unfinished)
			}
			begun = true
			return out.Create(rowsSuffix)
		},
		Index: func() (io.WriteCloser, error) { return out.Create(indexSuffix) },
	}
}

func (c *IndexBuildCmd) spec(env *console.Env, src tableindex.Source) (tableindex.Spec, error) {
	spec := tableindex.Spec{Coordinates: coordinates[c.Coordinates], Types: map[string]tableindex.Type{}}
	for column, name := range c.Type {
		t, ok := tableindex.ParseType(name)
		if !ok {
			return spec, fmt.Errorf("--type %s=%s: types are text, integer and decimal", column, name)
		}
		spec.Types[column] = t
	}
	var err error
	if spec.Build, err = sumstatscmd.DeclaredBuild(c.Build); err != nil {
		return spec, err
	}
	if c.Schema == "" {
		head, err := tableindex.Inspect(env.Ctx, src)
		if err != nil {
			return spec, fmt.Errorf("%s: %w", c.File, err)
		}
		if len(head.Schemas) == 0 {
			names := make([]string, len(head.Columns))
			for i, column := range head.Columns {
				names[i] = column.Name
			}
			return spec, fmt.Errorf("%s: no column suggests itself as a key: name one with --schema. It has %s", c.File, strings.Join(names, ", "))
		}
		c.Schema = head.Schemas[0]
	}
	spec.Schema, err = tableindex.ParseSchema(c.Schema)
	return spec, err
}

func (c *IndexBuildCmd) print(env *console.Env, spec tableindex.Spec, sum tableindex.Summary) error {
	if c.JSON {
		return writeIndented(env.Stdout, sum)
	}
	rows := "they are in " + c.Output + rowsSuffix
	if sum.InPlace {
		rows = "they stay where they are"
	}
	text := fmt.Sprintf("%s indexed by %s; %s. Index: %s, generation %s.\n", phrase.Counted(sum.Rows, "row", "rows"), spec.Schema, rows,
		c.Output+indexSuffix, sum.Generation)
	if sum.Counting.Coordinates != "" {
		text += sum.Counting.Sentence() + "\n"
	}
	if sum.Skipped > 0 {
		text += fmt.Sprintf(
			"%s without a value in a column of the schema left out, the first in line %s.\n",
			phrase.Counted(sum.Skipped, "row", "rows"),
			phrase.Thousands(sum.SkippedAt),
		)
	}
	_, err := io.WriteString(env.Stdout, text)
	return err
}

// openTable opens a file as the source of an index.
func openTable(path string) (tableindex.Source, func(), error) {
	file, err := os.Open(path)
	if err != nil {
		return tableindex.Source{}, nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return tableindex.Source{}, nil, errors.Join(err, file.Close())
	}
	return tableindex.Source{Name: path, Data: file, Size: info.Size()}, func() { _ = file.Close() }, nil
}

// openedIndex opens NAME.cix with its rows: NAME.rows.gz, or NAME itself for a table in place, or
// one of the given files.
func openedIndex(env *console.Env, name string, data ...string) (*tableindex.Index, func(), error) {
	name = strings.TrimSuffix(name, indexSuffix)
	candidates := slices.DeleteFunc(data, func(path string) bool { return path == "" })
	if len(candidates) == 0 {
		candidates = []string{name + rowsSuffix, name}
	}
	var last error
	for _, path := range candidates {
		src, done, err := openTable(path)
		if err != nil {
			last = errors.Join(last, err)
			continue
		}
		index, err := os.Open(name + indexSuffix)
		if err != nil {
			done()
			return nil, nil, err
		}
		x, err := tableindex.Open(env.Ctx, src.Data, src.Size, index)
		_ = index.Close()
		if err == nil {
			return x, done, nil
		}
		done()
		last = errors.Join(last, fmt.Errorf("%s: %w", path, err))
	}
	return nil, nil, last
}

// genesOf returns the genes that a query may contain.
func genesOf(b genome.Build, flank int32) tableindex.Resolver {
	list, ok := gene.Inside(b)
	if !ok {
		return nil
	}
	return tableindex.Genes{List: list, Flank: flank}
}
