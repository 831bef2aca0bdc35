package tableindex

import (
	"context"
	"fmt"
	"hash/maphash"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
)

// Report is the result of comparing an index with its source.
type Report struct {
	Generation string `json:"generation"`
	Seed       uint64 `json:"seed"`
	Queries    int    `json:"queries"`
	// Kinds counts the queries of each kind: key, region, position, identifier, and
	// absent key, of which a row is not expected.
	Kinds map[string]int `json:"kinds"`
	Rows  int64          `json:"rows"` // of all answers, as the source has them
	// CountedOnly is how many answers were so large that only their number of rows
	// was compared; of all others every row was.
	CountedOnly int          `json:"counted_only"`
	SourceRows  int64        `json:"source_rows"`
	Different   int          `json:"different"`
	Differences []Difference `json:"differences"` // the first of them, at most 20
}

// Difference is a query for which the index and the scan disagree.
type Difference struct {
	Query  string `json:"query"`
	Index  int64  `json:"index"`  // rows
	Source int64  `json:"source"` // rows
	Error  string `json:"error,omitempty"`
}

const (
	shownDifferences = 20
	// comparedRows is the largest answer of which each row is compared.
	comparedRows = 100_000
)

// Verify asks the index n random questions about rows of the source, and some about
// rows that it does not have, and compares each answer with what reading the source
// from end to end finds. The scan knows nothing of sorting, blocks or the index: it
// reads cells by the same rules and compares values, not keys. Equal seeds ask the
// same. The source is read twice.
func Verify(ctx context.Context, x *Index, src Source, n int, seed uint64, report func(Progress)) (Report, error) {
	v := &verifier{ctx: ctx, index: x, src: src, clock: progress{report: report}, random: rand.New(rand.NewPCG(seed, 0)), hash: maphash.MakeSeed(),
		byKeys: map[string][]int{}, byPlace: map[spot][]int{}}
	v.report = Report{Generation: x.about.Generation, Seed: seed, Queries: n, Kinds: map[string]int{}, Differences: []Difference{}}
	picked, err := v.pick(n)
	if err != nil {
		return Report{}, err
	}
	for i := range n {
		v.ask(i, picked[i%len(picked)])
	}
	if err := v.scan(func(r scanned) error { v.answer(r); return nil }); err != nil {
		return Report{}, err
	}
	for i := range v.questions {
		if err := v.compare(&v.questions[i]); err != nil {
			return Report{}, err
		}
	}
	return v.report, nil
}

type verifier struct {
	ctx       context.Context
	index     *Index
	src       Source
	clock     progress
	random    *rand.Rand
	hash      maphash.Seed
	report    Report
	questions []question
	byKeys    map[string][]int // questions about no place, or about one by its identifier
	byPlace   map[spot][]int   // the others, in every spot that theirs touches
	hits      []int            // of the row at hand
}

// spot is a stretch of a contig, and keys: a row is compared only with the questions of its spot.
type spot struct {
	tuple, contig string
	stretch       int64
}

// stretchBits makes a stretch as long as the longest region that is requested.
const stretchBits = 20

// spots returns the spots that a place touches.
func spots(tuple string, at Interval) iter.Seq[spot] {
	return func(yield func(spot) bool) {
		for n := at.Start >> stretchBits; n <= at.End>>stretchBits; n++ {
			if !yield(spot{tuple, at.Contig, n}) {
				return
			}
		}
	}
}

// question is a query and the answer of the source.
type question struct {
	query Query
	rows  int64
	sum   uint64 // of the hashes of the rows, in any order
}

// scanned is a row of the source as the scan sees it.
type scanned struct {
	tuples []string // its keys, one for each choice among alternatives
	keys   [][]string
	locus  Interval
	id     string
	line   []byte
}

// scan reads the source from end to end.
func (v *verifier) scan(f func(scanned) error) error {
	about := v.index.about
	src := v.src
	src.Format = about.Format
	o, err := openSource(src)
	if err != nil {
		return err
	}
	if !sameColumns(o.layout, v.index.layout) {
		return fmt.Errorf("%w: its columns are others", ErrOtherData)
	}
	k, err := newKeyer(v.index.layout, about.Schema, v.index.types, v.index.counts())
	if err != nil {
		return err
	}
	v.clock.begin(Reading)
	rows := int64(0)
	err = o.lines(v.ctx, func(line []byte, no, _ int64) error {
		row, err := k.check(line, no)
		if err != nil || !row {
			return err
		}
		rows++
		v.clock.at(rows, o.stored.n.Load(), v.src.Size)
		r, ok, err := k.scanned(line, no)
		if err != nil || !ok {
			return err
		}
		return f(r)
	})
	v.report.SourceRows = rows
	return err
}

// sameColumns compares names, and for BED, which has no names, their number.
func sameColumns(a, b *layout) bool {
	switch b.Format {
	case JSONLines:
		return true
	case BED:
		return len(a.Names) == len(b.Names)
	}
	return slices.Equal(a.Names, b.Names)
}

// scanned takes keys and locus of a row as values.
func (k *keyer) scanned(line []byte, no int64) (r scanned, ok bool, err error) {
	locus, missing, err := k.interval(no)
	if err != nil || missing {
		return r, false, err
	}
	r = scanned{locus: locus, line: line}
	if l := k.schema.Locus; l != nil {
		r.locus.Contig = Contig(string(k.contig))
		if l.Template != nil {
			r.id = string(k.cells[k.locus])
		}
	}
	for choice := range k.choices() {
		values := make([]string, 0, len(k.types))
		for i, t := range k.types {
			if value, ok := plainValue(t, k.cells[k.cellOf(i, choice)]); ok {
				values = append(values, value)
			}
		}
		tuple := strings.Join(values, "\x00")
		if len(values) == len(k.types) && !slices.Contains(r.tuples, tuple) {
			r.tuples, r.keys = append(r.tuples, tuple), append(r.keys, values)
		}
	}
	return r, len(r.tuples) > 0, nil
}

// plainValue returns a value in the one form in which equal ones are equal texts.
func plainValue(t Type, cell []byte) (string, bool) {
	if t == Text || len(cell) == 0 {
		return string(cell), len(cell) > 0
	}
	v, ok := sumstats.ParseFloat(cell)
	if n, whole := parseInteger(cell); t == Integer && whole {
		return strconv.FormatInt(n, 10), true
	}
	return strconv.FormatFloat(v+0, 'g', -1, 64), ok
}

// pick chooses n rows of the source, each with the same chance.
func (v *verifier) pick(n int) ([]scanned, error) {
	var picked []scanned
	seen := int64(0)
	err := v.scan(func(r scanned) error {
		seen++
		r.line = nil // it is that of the reader
		at := int64(len(picked))
		if at == int64(n) {
			if at = v.random.Int64N(seen); at >= int64(n) {
				return nil
			}
			picked[at] = r
			return nil
		}
		picked = append(picked, r)
		return nil
	})
	if err == nil && len(picked) == 0 && n > 0 {
		err = &textfile.FileError{Code: textfile.CodeNoRows, What: "The source has no rows to ask about.", Remedy: "Send the file that the index was made of."}
	}
	return picked, err
}

// ask makes a question about a row.
func (v *verifier) ask(i int, r scanned) {
	q := Query{Keys: r.keys[v.random.IntN(len(r.keys))], Limit: NoLimit}
	kind := "key"
	locus := v.index.about.Schema.Locus
	switch {
	case i%5 == 4 && len(q.Keys) > 0 && v.index.keyTypes()[0] == Text:
		kind = "absent key"
		q.Keys = slices.Clone(q.Keys)
		q.Keys[0] += "~" + strconv.Itoa(i)
	case locus != nil && locus.Template != nil && i%3 == 0:
		kind = "identifier"
		q.ID = r.id
	case locus != nil && i%3 == 1:
		kind = "position"
	case locus != nil:
		kind = "region"
	}
	if locus != nil {
		at := v.around(r, kind)
		q.Locus = &at
	}
	v.report.Kinds[kind]++
	tuple := strings.Join(q.Keys, "\x00")
	if q.Locus == nil || q.ID != "" {
		v.byKeys[tuple] = append(v.byKeys[tuple], len(v.questions))
	} else {
		for s := range spots(tuple, *q.Locus) {
			v.byPlace[s] = append(v.byPlace[s], len(v.questions))
		}
	}
	v.questions = append(v.questions, question{query: q})
}

// around returns a place at or near a row. Regions are of all sizes up to a megabase.
func (v *verifier) around(r scanned, kind string) Interval {
	at := r.locus
	at.Start = max(at.Start, 0)
	switch kind {
	case "identifier": // as the text has it, whatever the coordinates of the table
		at, _, _ = v.index.about.Schema.Locus.interval(r.id)
	case "position":
		at.End = at.Start
	default:
		size := int64(1) << v.random.IntN(21)
		at.Start = max(at.Start-v.random.Int64N(size), 0)
		at.End = at.Start + size - 1
	}
	return at
}

// answer adds a row to the questions that it answers.
func (v *verifier) answer(r scanned) {
	v.hits = v.hits[:0]
	for _, tuple := range r.tuples {
		v.hit(r, v.byKeys[tuple])
		if len(v.byPlace) > 0 {
			for s := range spots(tuple, r.locus) {
				v.hit(r, v.byPlace[s])
			}
		}
	}
	if len(v.hits) == 0 {
		return
	}
	hash := maphash.Bytes(v.hash, r.line)
	for _, i := range v.hits {
		v.questions[i].rows++
		v.questions[i].sum += hash
		v.report.Rows++
	}
}

// hit notes which of the questions a row answers, each once.
func (v *verifier) hit(r scanned, asked []int) {
	for _, i := range asked {
		if v.fits(r, v.questions[i].query) && !slices.Contains(v.hits, i) {
			v.hits = append(v.hits, i)
		}
	}
}

// fits returns the rule for the locus of a row, spelled out.
func (v *verifier) fits(r scanned, q Query) bool {
	if q.Locus == nil {
		return true
	}
	if q.ID != "" {
		return r.id == q.ID || sameIdentifier(v.index.about.Schema.Locus.Template, r.id, q.ID)
	}
	return r.locus.Contig == q.Locus.Contig && r.locus.Start <= q.Locus.End && r.locus.End >= q.Locus.Start
}

// compare asks the index.
func (v *verifier) compare(q *question) error {
	if err := v.ctx.Err(); err != nil {
		return err
	}
	rows, sum := int64(0), q.sum
	var failed error
	if q.rows > comparedRows {
		v.report.CountedOnly++
		rows, failed = v.index.Count(v.ctx, q.query)
	} else {
		sum = 0
		for row, err := range v.index.Rows(v.ctx, q.query, 0) {
			if failed = err; err != nil || rows > comparedRows {
				break
			}
			rows++
			sum += maphash.Bytes(v.hash, row.Line)
		}
	}
	if failed == nil && rows == q.rows && sum == q.sum {
		return v.ctx.Err()
	}
	d := Difference{Query: v.index.queryText(q.query), Index: rows, Source: q.rows}
	if failed != nil {
		d.Error = failed.Error()
	}
	if v.report.Different++; len(v.report.Differences) < shownDifferences {
		v.report.Differences = append(v.report.Differences, d)
	}
	return nil
}

// queryText returns a query for readers.
func (x *Index) queryText(q Query) string {
	parts := slices.Clone(q.Keys)
	switch {
	case q.ID != "":
		parts = append(parts, q.ID)
	case q.Locus != nil:
		parts = append(parts, fmt.Sprintf("%s:%d-%d", q.Locus.Contig, q.Locus.Start, q.Locus.End))
	}
	return strings.Join(parts, ",")
}
