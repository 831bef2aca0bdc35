package ssf

import (
	"bytes"
	"compress/gzip"
	"crypto/md5"
	"encoding/hex"
	"hash/crc32"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// rowList returns rows one batch after the other.
type rowList struct{ rows []sumstats.Row }

// ReadRows implements RowReader.
func (l *rowList) ReadRows(dst []sumstats.Row) (int, error) {
	n := copy(dst, l.rows)
	if l.rows = l.rows[n:]; len(l.rows) == 0 {
		return n, io.EOF
	}
	return n, nil
}

func depositRow(c genome.Chromosome, position int32) sumstats.Row {
	r := sumstats.Row{Chromosome: c, Position: position, EA: variant.A, OA: variant.G}
	r.Beta, r.SE, r.EAF, r.NegLog10P, r.N, r.Info = 0.1, 0.2, 0.3, 1, 1000, 0.9
	return r
}

const depositTestColumns = VariantID | N | Info

// deposited writes rows and returns the lines of the table.
func deposited(t *testing.T, rows []sumstats.Row) (*Deposit, []byte, []string) {
	t.Helper()
	var out bytes.Buffer
	d, err := WriteDeposit(&out, &rowList{rows}, variant.NewDict(), depositTestColumns)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return d, out.Bytes(), strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

func codesOf(findings []sumstats.Finding) (codes []string) {
	for _, f := range findings {
		codes = append(codes, f.Code)
	}
	return codes
}

func TestDepositAdaptsUnsupportedValues(t *testing.T) {
	rows := []sumstats.Row{depositRow(1, 1), depositRow(1, 2), depositRow(1, 3), depositRow(1, 4), depositRow(1, 5)}
	rows[1].N, rows[1].Info = 1234.5678, 1.02
	rows[2].N, rows[2].EAF = 0.3, math.NaN()
	rows[3].Flags, rows[3].N, rows[3].SE = sumstats.EAFIsMAF, math.NaN(), math.NaN()
	rows[4].NegLog10P, rows[4].Flags = math.Inf(1), sumstats.PUnderflow
	d, packed, lines := deposited(t, rows)
	want := []string{
		strings.TrimSuffix(string(AppendHeader(nil, depositTestColumns)), "\n"),
		"1\t1\tA\tG\t0.1\t0.2\t0.3\t0.1\t1_1_G_A\t1000\t0.9",
		"1\t2\tA\tG\t0.1\t0.2\t0.3\t0.1\t1_2_G_A\t1235\t#NA",
		"1\t3\tA\tG\t0.1\t0.2\t#NA\t0.1\t1_3_G_A\t1\t0.9",
		"1\t4\tA\tG\t0.1\t#NA\t#NA\t0.1\t1_4_G_A\t#NA\t0.9",
		"1\t5\tA\tG\t0.1\t0.2\t0.3\t0\t1_5_G_A\t1000\t0.9",
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if d.RoundedN != 2 || d.InfoAbove1 != 1 || d.NoEAF != 2 || d.NoEffect != 1 || !d.Sorted || d.Rows != 5 {
		t.Errorf("%+v", d)
	}
	sum := md5.Sum(packed)
	if d.Size != int64(len(packed)) || d.MD5 != hex.EncodeToString(sum[:]) || d.CRC32 != crc32.ChecksumIEEE(packed) {
		t.Errorf("%d bytes, %s, %x", d.Size, d.MD5, d.CRC32)
	}
	if diff := cmp.Diff([]string{"deposit_rows", "deposit_chromosomes", "deposit_frequency", "deposit_effect"}, codesOf(d.Blocks())); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
	if _, again, _ := deposited(t, rows); !bytes.Equal(packed, again) {
		t.Error("the same rows give other bytes")
	}
}

func TestDepositBlockers(t *testing.T) {
	spread := func(n int, from, to genome.Chromosome) (rows []sumstats.Row) {
		for i := range n {
			c := from + genome.Chromosome(i*int(to-from+1)/n)
			rows = append(rows, depositRow(c, int32(i+1)))
		}
		return rows
	}
	for _, c := range []struct {
		name string
		rows []sumstats.Row
		want []string
	}{
		{"a whole genome", spread(depositRows, 1, genome.X), nil},
		{"autosomes", spread(depositRows, 1, 22), nil},
		{"X alone", spread(depositRows, genome.X, genome.X), nil},
		{"one row too few", spread(depositRows-1, 1, 22), []string{"deposit_rows"}},
		{"no chromosome 22", spread(depositRows, 1, 21), []string{"deposit_chromosomes"}},
		{"X and Y alone", spread(depositRows, genome.X, genome.Y), []string{"deposit_chromosomes"}},
	} {
		d, _, _ := deposited(t, c.rows)
		if diff := cmp.Diff(c.want, codesOf(d.Blocks())); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}
