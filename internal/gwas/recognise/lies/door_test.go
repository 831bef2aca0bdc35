package lies

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
)

// reading is the result of converting a file as the command line does.
type reading struct {
	refused string             // why it cannot be read at all; "" when it can
	blocks  []sumstats.Finding // that keep it from being read
	open    []recognise.Question
	warns   []sumstats.Finding
	rows    []readRow
}

// readRow is a row with its alleles as text.
type readRow struct {
	sumstats.Row
	ea, oa string
}

func (r *reading) stopped() bool { return r.refused != "" || len(r.blocks) > 0 }

// overruled returns the doubts that an answer settled against the evidence.
func (r *reading) overruled() []sumstats.Finding {
	return slices.DeleteFunc(slices.Clone(r.warns), func(f sumstats.Finding) bool { return f.Code != recognise.CodeOverruled })
}

// said returns everything that stopped the reading.
func (r *reading) said() (texts []string) {
	if r.refused != "" {
		texts = append(texts, r.refused)
	}
	return append(texts, wordsOf(r.blocks)...)
}

func wordsOf(findings []sumstats.Finding) (texts []string) {
	for _, f := range findings {
		texts = append(texts, fmt.Sprintf("%s [%s %s]", f, f.Code, f.Field))
	}
	return texts
}

// read prepares the file and reads its rows as sumstats convert does.
func read(content []byte, answers map[string]string, build string) (*reading, error) {
	known := recognise.CheckOptions{Name: "study.txt", Map: sumstats.Mapping{}, Build: genome.Build(build)}
	for field, column := range answers {
		known.Map[sumstats.Field(field)] = column
	}
	report, err := recognise.Prepare(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil }, known)
	if err != nil {
		return refusal(err)
	}
	out := &reading{blocks: report.Blocks(), open: report.Decision.Open}
	for _, f := range report.Findings {
		if f.Level == sumstats.Warn {
			out.warns = append(out.warns, f)
		}
	}
	if out.stopped() {
		return out, nil
	}
	reader, err := sumstats.Open(bytes.NewReader(content), report.Reading(known))
	if err != nil {
		return refusal(err)
	}
	defer reader.Close()
	batch := make([]sumstats.Row, 512)
	for {
		n, err := reader.ReadRows(batch)
		for _, row := range batch[:n] {
			out.rows = append(out.rows, readRow{row, reader.Dict().Text(row.EA), reader.Dict().Text(row.OA)})
		}
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return refusal(err)
		}
	}
}

// refusal returns a file that cannot be read; any other error is a fault of the program.
func refusal(err error) (*reading, error) {
	var fault *textfile.FileError
	if errors.As(err, &fault) {
		return &reading{refused: err.Error()}, nil
	}
	return nil, err
}

// readLikely takes every answer that is called likely, repeatedly, in addition to the given
// answers.
func readLikely(content []byte, answers map[string]string, build string) (*reading, error) {
	taken := map[string]string{}
	for field, column := range answers {
		taken[field] = column
	}
	for range 6 {
		got, err := read(content, taken, build)
		if err != nil || !got.stopped() {
			return got, err
		}
		more := false
		for _, q := range got.open {
			field, column, ok := q.Likely()
			if _, before := taken[string(field)]; ok && !before {
				taken[string(field)], more = column, true
			}
		}
		if !more {
			return got, nil
		}
	}
	return nil, errors.New("likely answers without end")
}

// fault is a difference from the truth.
type fault struct{ field, text string }

// The tolerances are those of the reported cases.
const (
	effectWithin    = 0.005
	errorWithin     = 0.025
	logPWithin      = 0.01
	logPFloor       = 0.001
	frequencyWithin = 0.002
	wholeWithin     = 0.01 // of an effective size
	keptShare       = 0.9
)

// compare returns the first difference of each field.
func (t *table) compare(got *reading) (faults []fault) {
	seen := map[string]bool{}
	add := func(field, format string, args ...any) {
		if !seen[field] {
			seen[field] = true
			faults = append(faults, fault{field, fmt.Sprintf(format, args...)})
		}
	}
	build := t.study.build
	index := map[string]int{}
	for i := range t.rows {
		index[key(t.rows[i].chromosome, t.rows[i].position(build), t.rows[i].ref, t.rows[i].alt)] = i
	}
	kept := make([]bool, len(t.rows))
	for k := range got.rows {
		row := &got.rows[k]
		i, known := index[key(int(row.Chromosome), int(row.Position), row.ea, row.oa)]
		if !known {
			add("variant", "line %d: %d:%d %s/%s is no variant of the study on GRCh%d", row.Line, row.Chromosome, row.Position, row.ea, row.oa, build)
			row.ea, row.oa = reverseComplement(row.ea), reverseComplement(row.oa) // of which the numbers count all the same
			if i, known = index[key(int(row.Chromosome), int(row.Position), row.ea, row.oa)]; !known {
				continue
			}
		}
		kept[i] = true
		t.compareRow(row, i, add)
	}
	honest, stayed := 0, 0
	for i := range t.rows {
		if t.gone[i] {
			continue
		}
		honest++
		if kept[i] {
			stayed++
		} else if t.mustStay[i] {
			add("stays", "row %d is left out", i+1)
		}
	}
	if float64(stayed) < keptShare*float64(honest) {
		add("rows", "%d of %d rows are kept", stayed, honest)
	}
	return faults
}

func key(chromosome, position int, a, b string) string {
	if a > b {
		a, b = b, a
	}
	return fmt.Sprint(chromosome, ":", position, a, "/", b)
}

func (t *table) compareRow(row *readRow, i int, add func(field, format string, args ...any)) {
	want := &t.rows[i]
	beta, freq := want.of(row.ea)
	at := fmt.Sprintf("line %d, %d:%d %s/%s", row.Line, row.Chromosome, row.Position, row.ea, row.oa)
	switch {
	case t.gone[i]:
		add("effect", "%s: the effect %g is of no fit", at, row.Beta)
		return
	case t.derived:
		if z := row.Beta / row.SE; !within(z, beta/want.se, errorWithin*math.Max(math.Abs(beta/want.se), 0.02)) {
			add("effect", "%s: Z %g, true %g", at, z, beta/want.se)
		}
	default:
		if !within(row.Beta, beta, effectWithin*math.Max(math.Abs(beta), want.se/2)) {
			add("effect", "%s: effect %g, true %g", at, row.Beta, beta)
		}
		// An error that follows from P is coarse where P is near 1.
		if math.Abs(beta) > 0.02*want.se && !within(row.SE, want.se, errorWithin*want.se) {
			add("se", "%s: error %g, true %g", at, row.SE, want.se)
		}
	}
	if logP := want.logP(); !within(row.NegLog10P, logP, math.Max(logPWithin*logP, logPFloor)) {
		add("p", "%s: −log10 P %g, true %g", at, row.NegLog10P, logP)
	}
	if row.Flags&sumstats.EAFIsMAF != 0 { // which is not written as the frequency of an allele
		freq = min(freq, 1-freq)
	}
	if !math.IsNaN(row.EAF) && !within(row.EAF, freq, frequencyWithin) {
		add("eaf", "%s: frequency %g, true %g", at, row.EAF, freq)
	}
	if !math.IsNaN(row.N) && !within(row.N, want.n, 0.6) {
		add("n", "%s: N %g, true %g", at, row.N, want.n)
	}
	if row.NCases > 0 && !within(row.NCases, want.cases, 1) {
		add("n", "%s: cases %g, true %g", at, row.NCases, want.cases)
	}
	if effective := 4 / (1/want.cases + 1/want.controls); row.NEff > 0 && !within(float64(row.NEff), effective, wholeWithin*effective) {
		add("neff", "%s: effective N %g, true %g", at, row.NEff, effective)
	}
}

// within returns false for NaN.
func within(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance }

func anyNames(texts []string, matter *regexp.Regexp) bool {
	for _, text := range texts {
		if matter.MatchString(text) {
			return true
		}
	}
	return false
}
