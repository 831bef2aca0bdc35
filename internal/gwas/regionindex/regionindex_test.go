package regionindex

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"

	"github.com/google/go-cmp/cmp"
)

const header = "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\trsid\tn"

// fileRow is one line with its key.
type fileRow struct {
	chromosome genome.Chromosome
	position   int32
	line       string
}

// makeRows makes sorted rows with shared positions, gaps of many windows and a
// chromosome that is missing.
func makeRows(seed uint64, perChromosome int, chromosomes ...genome.Chromosome) []fileRow {
	rng := rand.New(rand.NewPCG(seed, 1))
	var rows []fileRow
	for _, c := range chromosomes {
		position := int32(1)
		for range perChromosome {
			switch rng.IntN(200) {
			case 0:
				position += int32(rng.IntN(400_000))
			default:
				position += int32(rng.IntN(600))
			}
			line := fmt.Sprintf("%s\t%d\t%c\t%c\t%.4f\t%.4f\t%.4f\t%.3e\trs%d\t%d", c.AppendCode(nil), position,
				"ACGT"[rng.IntN(4)], "ACGT"[rng.IntN(4)], rng.NormFloat64()/30, 0.003+rng.Float64()/100,
				rng.Float64(), rng.Float64(), rng.IntN(99_999_999), 100_000+rng.IntN(300))
			rows = append(rows, fileRow{c, position, line})
		}
	}
	return rows
}

// write returns the compressed table and its index.
func write(t testing.TB, rows []fileRow, opt WriterOptions) (data, index []byte) {
	t.Helper()
	var d, x bytes.Buffer
	w := NewWriter(&d, opt)
	if err := w.WriteHeader([]byte(header)); err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if err := w.WriteRow([]byte(r.line), r.chromosome, r.position); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := w.WriteIndex(&x); err != nil {
		t.Fatal(err)
	}
	if w.Size() != int64(d.Len()) {
		t.Errorf("Size() is %d of %d", w.Size(), d.Len())
	}
	return d.Bytes(), x.Bytes()
}

func open(t testing.TB, data, index []byte) *Reader {
	t.Helper()
	r, err := OpenReader(bytes.NewReader(data), int64(len(data)), bytes.NewReader(index))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func ask(r *Reader, region genome.Region) ([]string, error) {
	var lines []string
	err := r.Query(context.Background(), region, func(line []byte) error {
		lines = append(lines, string(line))
		return nil
	})
	return lines, err
}

func linearScan(rows []fileRow, region genome.Region) []string {
	var lines []string
	for _, r := range rows {
		if region.Contains(r.chromosome, r.position) {
			lines = append(lines, r.line)
		}
	}
	return lines
}

func requireLines(t *testing.T, region genome.Region, want, got []string) {
	t.Helper()
	if !slices.Equal(want, got) { // cmp is slow, and most of the time there is nothing to show
		t.Fatalf("%s: (-scan +query)\n%s", region, cmp.Diff(want, got))
	}
}

func randomRegion(rng *rand.Rand, rows []fileRow) genome.Region {
	at := rows[rng.IntN(len(rows))]
	start := max(1, at.position+int32(rng.IntN(2000))-1000)
	return genome.Region{Chromosome: at.chromosome, Start: start, End: start + int32(rng.IntN(1<<rng.IntN(20)))}
}

func TestQueryEqualsLinearScan(t *testing.T) {
	rows := makeRows(1, 6000, 1, 2, 9, 22, genome.X)
	for _, opt := range []WriterOptions{
		{}, {BGZFOptions: BGZFOptions{BlockSize: 300, Workers: 3}}, {BGZFOptions: BGZFOptions{BlockSize: 50, Level: 1}}, {BGZFOptions: BGZFOptions{BlockSize: maxWritten}},
	} {
		t.Run(fmt.Sprintf("blocks of %d", opt.BlockSize), func(t *testing.T) {
			data, index := write(t, rows, opt)
			r := open(t, data, index)
			rng := rand.New(rand.NewPCG(2, 2))
			for range 3000 {
				region := randomRegion(rng, rows)
				got, err := ask(r, region)
				if err != nil {
					t.Fatal(err)
				}
				requireLines(t, region, linearScan(rows, region), got)
			}
		})
	}
}

func TestContigs(t *testing.T) {
	rows := makeRows(3, 50, 2, genome.X, genome.MT)
	data, index := write(t, rows, WriterOptions{})
	r := open(t, data, index)
	if diff := cmp.Diff([]string{"2", "23", "25"}, r.Contigs()); diff != "" {
		t.Error(diff)
	}
	for _, name := range []string{"2", "chr2", "X", "chrX", "23", "MT", "chrM"} {
		region, err := genome.ParseRegion(name)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := ask(r, region); err != nil || len(got) != 50 {
			t.Errorf("%s: %d rows, error %v", name, len(got), err)
		}
	}
	_, err := ask(r, genome.Region{Chromosome: 7, Start: 1, End: 100})
	var unknown *UnknownContigError
	if !errors.As(err, &unknown) || !strings.HasSuffix(err.Error(), "no rows on chromosome 7; the file has 2, 23, 25") {
		t.Errorf("error %v", err)
	}
	if h, err := r.Header(); err != nil || string(h) != header+"\n" {
		t.Errorf("header %q, error %v", h, err)
	}
}

func TestRowsOutOfOrderAreRefused(t *testing.T) {
	tests := map[string]struct {
		rows []fileRow
		want string
	}{
		"position": {[]fileRow{{1, 100, "a"}, {1, 99, "b"}},
			"regionindex: row 2 at 1:99 follows position 100: rows must be sorted by position"},
		"chromosome comes back": {[]fileRow{{1, 1, "a"}, {2, 1, "b"}, {1, 2, "c"}},
			"regionindex: row 3 at 1:2 comes back to chromosome 1 after 2: rows of a chromosome must be contiguous"},
		"no position":   {[]fileRow{{1, 0, "a"}}, "regionindex.WriteRow(): row 1 at 1:0 has no place in an index"},
		"no chromosome": {[]fileRow{{0, 5, "a"}}, "regionindex.WriteRow(): row 1 at :5 has no place in an index"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			w := NewWriter(io.Discard, WriterOptions{})
			defer w.Close()
			var err error
			for _, r := range test.rows {
				err = w.WriteRow([]byte(r.line), r.chromosome, r.position)
			}
			if err == nil || err.Error() != test.want {
				t.Errorf("error %v, want %s", err, test.want)
			}
		})
	}
}

// tool skips the test where Debian's package tabix is not installed, as on a laptop
// that runs this package alone; scripts/setup.sh installs it for `make test`.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not on PATH (Debian package tabix)", name)
	}
	return path
}

func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		t.Fatalf("%s %v: %v", name, args, err)
	}
	return string(out)
}

func TestTabixReadsOurFiles(t *testing.T) {
	tabix, bgzip := tool(t, "tabix"), tool(t, "bgzip")
	rows := makeRows(4, 8000, 1, 5, genome.X)
	data, index := write(t, rows, WriterOptions{})
	path := filepath.Join(t.TempDir(), "clean.tsv.gz")
	mustWrite(t, path, data)
	mustWrite(t, path+".tbi", index)

	rng := rand.New(rand.NewPCG(5, 5))
	for range 60 {
		region := randomRegion(rng, rows)
		arg := fmt.Sprintf("%s:%d-%d", region.Chromosome.AppendCode(nil), region.Start, region.End)
		requireLines(t, region, linearScan(rows, region), splitLines(run(t, tabix, path, arg)))
	}
	if got := run(t, tabix, "--list-chroms", path); got != "1\n5\n23\n" {
		t.Errorf("tabix --list-chroms: %q", got)
	}
	var plain strings.Builder
	plain.WriteString(header + "\n")
	for _, r := range rows {
		plain.WriteString(r.line + "\n")
	}
	if got := run(t, bgzip, "--decompress", "--stdout", path); got != plain.String() {
		t.Error("bgzip --decompress gives other text")
	}
}

func TestWeReadFilesOfTabix(t *testing.T) {
	tabix, bgzip := tool(t, "tabix"), tool(t, "bgzip")
	rows := makeRows(6, 8000, 1, 5, genome.X)
	tests := map[string]struct {
		header string
		line   func(r fileRow) string
		args   []string
	}{
		"skipped header": {header + "\n", func(r fileRow) string { return r.line },
			[]string{"-s", "1", "-b", "2", "-e", "2", "-S", "1"}},
		"chr names, comment header": {"#" + header + "\n", func(r fileRow) string { return "chr" + r.line },
			[]string{"-s", "1", "-b", "2", "-e", "2"}},
		"other columns": {"", func(r fileRow) string {
			return "x\t" + strconv.Itoa(int(r.position)) + "\ty\tchr" + string(r.chromosome.AppendCode(nil)) + "\t" + r.line
		}, []string{"-s", "4", "-b", "2", "-e", "2"}},
		"zero-based": {"", func(r fileRow) string {
			return fmt.Sprintf("%s\t%d\t%d\t%s", r.chromosome.AppendCode(nil), r.position-1, r.position, r.line)
		}, []string{"-p", "bed"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "table.tsv")
			var text strings.Builder
			text.WriteString(test.header)
			lines := make([]fileRow, len(rows))
			for i, r := range rows {
				lines[i] = fileRow{r.chromosome, r.position, test.line(r)}
				text.WriteString(lines[i].line + "\n")
			}
			mustWrite(t, path, []byte(text.String()))
			run(t, bgzip, path)
			run(t, tabix, append(test.args, path+".gz")...)
			r := open(t, mustRead(t, path+".gz"), mustRead(t, path+".gz.tbi"))
			if h, err := r.Header(); err != nil || string(h) != test.header {
				t.Errorf("header %q, error %v", h, err)
			}
			rng := rand.New(rand.NewPCG(7, 7))
			for range 1000 {
				region := randomRegion(rng, rows)
				got, err := ask(r, region)
				if err != nil {
					t.Fatal(err)
				}
				requireLines(t, region, linearScan(lines, region), got)
			}
		})
	}
}

// TestIndexEqualsThatOfTabix compares the two indexes of one file.
func TestIndexEqualsThatOfTabix(t *testing.T) {
	tabix := tool(t, "tabix")
	data, index := write(t, makeRows(8, 8000, 1, 5, genome.X), WriterOptions{})
	path := filepath.Join(t.TempDir(), "clean.tsv.gz")
	mustWrite(t, path, data)
	run(t, tabix, "-s", "1", "-b", "2", "-e", "2", "-S", "1", path)
	ours, theirs := open(t, data, index).index, open(t, data, mustRead(t, path+".tbi")).index
	if diff := cmp.Diff(theirs.table, ours.table, cmp.AllowUnexported(table{})); diff != "" {
		t.Errorf("(-tabix +ours)\n%s", diff)
	}
	for i := range theirs.contigs {
		a, b := spansByBin(theirs.contigs[i]), spansByBin(ours.contigs[i])
		if diff := cmp.Diff(a, b, cmp.AllowUnexported(span{})); diff != "" {
			t.Errorf("contig %s: (-tabix +ours)\n%s", theirs.contigs[i].name, diff)
		}
		if theirs.contigs[i].whole != ours.contigs[i].whole || theirs.contigs[i].rows != ours.contigs[i].rows {
			t.Errorf("contig %s: other totals", theirs.contigs[i].name)
		}
	}
}

func spansByBin(c contig) map[uint32][]span {
	bins := map[uint32][]span{}
	for _, b := range c.bins {
		bins[b.number] = c.spans[b.from:b.to]
	}
	return bins
}

func splitLines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

func mustWrite(t *testing.T, path string, p []byte) {
	t.Helper()
	if err := os.WriteFile(path, p, 0o600); err != nil {
		t.Fatal(err)
	}
}

func mustRead(t *testing.T, path string) []byte {
	t.Helper()
	p, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
