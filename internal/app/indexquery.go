package app

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"cohortium/internal/app/console"
	"cohortium/internal/gwas/tableindex"
	"cohortium/internal/platform/phrase"
)

// IndexQueryCmd is `index query`.
type IndexQueryCmd struct {
	Index  string   `arg:"" help:"NAME or NAME.cix, as in index build." type:"path"`
	Values []string `arg:"" optional:"" help:"A value for each key of the schema, then a region (8:1000-2000, 1-based with both ends; 8:1000, 8:1000+500, 8:1000/500) or a gene."`
	Data   string   `placeholder:"FILE" help:"The rows, if they are elsewhere." type:"existingfile"`
	Flank  int32    `placeholder:"BASES" help:"Bases to either side of a gene."`
	Limit  int64    `default:"-1" placeholder:"ROWS" help:"Maximum number of rows to print. Default: all."`
	Format string   `enum:"tsv,csv,ndjson,json" default:"tsv" help:"tsv, csv, ndjson or json."`
	Count  bool     `help:"Print the number of rows alone."`
	Match  bool     `help:"Print the values of a key that begin with the last value (all of *), of rows with the values before it."`
	Keys   int      `placeholder:"N" help:"Print the distinct values of the first N keys."`
}

// pageOfKeys is how many values are requested at once.
const pageOfKeys = 10_000

// Run prints the answer. No rows is a valid answer; an unknown chromosome or gene is an error.
func (c *IndexQueryCmd) Run(env *console.Env) error {
	x, done, err := openedIndex(env, c.Index, c.Data)
	if err != nil {
		return console.Unusable(err)
	}
	defer done()
	out := bufio.NewWriterSize(env.Stdout, 64<<10)
	switch {
	case c.Keys > 0:
		err = c.keys(env, x, out)
	case c.Match:
		err = c.match(env, x, out)
	default:
		err = c.rows(env, x, out)
	}
	if err = errors.Join(err, out.Flush()); err != nil {
		return console.Unusable(err)
	}
	return nil
}

func (c *IndexQueryCmd) rows(env *console.Env, x *tableindex.Index, out *bufio.Writer) error {
	about := x.About()
	q, err := about.Schema.ParseQuery(c.Values, about.Build, genesOf(about.Build, c.Flank))
	if err != nil {
		return err
	}
	if q.Locus != nil {
		if _, err := fmt.Fprintf(env.Stderr, "%s, %s.\n", q.Locus, tableindex.RegionConvention); err != nil {
			return err
		}
	}
	if c.Count {
		n, err := x.Count(env.Ctx, q)
		if err == nil {
			_, err = fmt.Fprintln(out, n)
		}
		return err
	}
	q.Limit = c.Limit
	if c.Format == "json" || c.Format == "ndjson" {
		return c.objects(env, x, q, out)
	}
	w := csv.NewWriter(out)
	if c.Format == "tsv" {
		w.Comma = '\t'
	}
	var cells []string
	for _, column := range about.Columns {
		cells = append(cells, column.Name)
	}
	err = w.Write(cells)
	for row, failed := range x.Rows(env.Ctx, q, 0) {
		if err = errors.Join(err, failed); err != nil {
			break
		}
		for i, cell := range row.Cells() {
			if cells[i] = ""; cell != nil {
				cells[i] = *cell
			}
		}
		err = w.Write(cells)
	}
	w.Flush()
	return errors.Join(err, w.Error())
}

// objects prints rows as a list, or one per line.
func (c *IndexQueryCmd) objects(env *console.Env, x *tableindex.Index, q tableindex.Query, out *bufio.Writer) error {
	begin, between, end := "", "\n", "\n"
	if c.Format == "json" {
		begin, between, end = "[\n", ",\n", "\n]\n"
	}
	var text []byte
	n := 0
	for row, err := range x.Rows(env.Ctx, q, 0) {
		if err != nil {
			return err
		}
		text = append(text[:0], between...)
		if n == 0 {
			text = append(text[:0], begin...)
		}
		n++
		if _, err := out.Write(row.AppendJSON(text)); err != nil {
			return err
		}
	}
	if n == 0 {
		end = map[string]string{"json": "[]\n"}[c.Format]
	}
	_, err := out.WriteString(end)
	return err
}

func (c *IndexQueryCmd) match(env *console.Env, x *tableindex.Index, out io.Writer) error {
	if len(c.Values) == 0 {
		return errors.New("--match needs the beginning of a value; * is all of them")
	}
	last := len(c.Values) - 1
	after, more := "", true
	for more {
		var values []string
		var err error
		if values, more, err = x.Match(env.Ctx, c.Values[:last], tableindex.ParsePrefix(c.Values[last]), after, pageOfKeys); err != nil {
			return err
		}
		for _, v := range values {
			if _, err := fmt.Fprintln(out, v); err != nil {
				return err
			}
			after = v
		}
	}
	return nil
}

func (c *IndexQueryCmd) keys(env *console.Env, x *tableindex.Index, out io.Writer) error {
	w := csv.NewWriter(out)
	w.Comma = '\t'
	var after tableindex.Tuple
	for more := true; more; {
		var tuples []tableindex.Tuple
		var err error
		if tuples, more, err = x.Keys(env.Ctx, c.Keys, after, pageOfKeys); err != nil {
			return err
		}
		for _, tuple := range tuples {
			if err := w.Write(tuple); err != nil {
				return err
			}
			after = tuple
		}
	}
	w.Flush()
	return w.Error()
}

// IndexVerifyCmd is `index verify`.
type IndexVerifyCmd struct {
	Index   string `arg:"" help:"NAME or NAME.cix, as in index build." type:"path"`
	Source  string `arg:"" help:"The table that the index was made of." type:"existingfile"`
	Data    string `placeholder:"FILE" help:"The rows, if they are elsewhere." type:"existingfile"`
	Queries int    `short:"n" default:"200" help:"Number of queries."`
	Seed    uint64 `default:"1" help:"Other seeds ask other queries."`
	JSON    bool   `name:"json" help:"Print the report as JSON."`
}

// Run verifies the index and prints the result. The status is 1 if an answer differs.
func (c *IndexVerifyCmd) Run(env *console.Env) error {
	x, done, err := openedIndex(env, c.Index, c.Data)
	if err != nil && c.Data == "" { // an index in place uses the rows of the table
		x, done, err = openedIndex(env, c.Index, c.Source)
	}
	if err != nil {
		return console.Unusable(err)
	}
	defer done()
	src, closeSource, err := openTable(c.Source)
	if err != nil {
		return console.Unusable(err)
	}
	defer closeSource()
	bar := &console.Progress{Env: env}
	report, err := tableindex.Verify(env.Ctx, x, src, c.Queries, c.Seed, func(p tableindex.Progress) { bar.Show(string(p.Stage), p.Done, p.Total) })
	bar.Done()
	if err != nil {
		return console.Unusable(fmt.Errorf("%s: %w", c.Source, err))
	}
	if c.JSON {
		err = writeIndented(env.Stdout, report)
	} else {
		err = printVerified(env.Stdout, report)
	}
	if err == nil && report.Different > 0 {
		return console.ErrFindings
	}
	return err
}

func printVerified(w io.Writer, r tableindex.Report) error {
	said := "all answers equal the scan"
	if r.Different > 0 {
		said = phrase.Counted(int64(r.Different), "answer differs", "answers differ")
	}
	_, err := fmt.Fprintf(w, "%s with %s compared with a scan of %s: %s. Generation %s, seed %d.\n", phrase.Counted(int64(r.Queries), "query", "queries"),
		phrase.Counted(r.Rows, "row", "rows"), phrase.Counted(r.SourceRows, "row", "rows"), said, r.Generation, r.Seed)
	for _, d := range r.Differences {
		if err == nil {
			_, err = fmt.Fprintf(w, "%s: %d in the index, %d in the table %s\n", d.Query, d.Index, d.Source, d.Error)
		}
	}
	return err
}

func writeIndented(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
