package sumstats_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
)

// keptBy returns the cells, one in each row, that a filter keeps.
func keptBy(t *testing.T, f sumstats.CellFilter, cells ...string) string {
	t.Helper()
	var lines []string
	for i, cell := range cells {
		lines = append(lines, fmt.Sprintf("1\t%d\tA\tG\t0.1\t0.1\t0.3\t%s", i+1, cell))
	}
	table := "chr\tpos\tea\toa\tbeta\tse\tp\tany\n" + strings.Join(lines, "\n") + "\n"
	rows, account, err := sumstatstest.ReadRows(
		t,
		[]byte(table),
		sumstats.ReadOptions{Mapping: sumstatstest.Simple, RowRules: sumstats.RowRules{Filters: []sumstats.CellFilter{f}}},
	)
	if err != nil {
		t.Fatal(err)
	}
	if out := sumstatstest.Reasons(account.Excluded)["filtered"]; int(out) != len(cells)-len(rows) {
		t.Errorf("%+v: %d rows of %d are kept and %d counted as filtered", f, len(rows), len(cells), out)
	}
	var kept []string
	for _, r := range rows {
		kept = append(kept, cells[r.Position-1])
	}
	return strings.Join(kept, " ")
}

// The text of a cell is compared, as a number where the cell begins with one and as a word
// without regard to capitals otherwise.
func TestCellFilters(t *testing.T) {
	cells := []string{"0.3", "3e-1", ".3", "+0.30", "-0.3", "0.31", "0.3kb", "NA", "<0.3", "x0.3", "-", ".", "1e", "chrX", "CHRX"}
	for _, c := range []struct {
		op    sumstats.CellOp
		value string
		kept  string
	}{
		{"=", "0.3", "0.3 3e-1 .3 +0.30 0.3kb"},
		{"!=", "0.3", "-0.3 0.31 1e"},
		{"<", "0.3", "-0.3"},
		{"<=", "0.3", "0.3 3e-1 .3 +0.30 -0.3 0.3kb"},
		{">", "0.3", "0.31 1e"},
		{">=", "3e-1", "0.3 3e-1 .3 +0.30 0.31 0.3kb 1e"},
		{"is", "chrx", "chrX CHRX"},
		{"is", "0.3", "0.3"},
		{"is not", "na", "0.3 3e-1 .3 +0.30 -0.3 0.31 0.3kb <0.3 x0.3 - . 1e chrX CHRX"},
	} {
		if got := keptBy(t, sumstats.CellFilter{Column: "any", Op: c.op, Values: []string{c.value}}, cells...); got != c.kept {
			t.Errorf("%s %s keeps %q, want %q", c.op, c.value, got, c.kept)
		}
	}
	if got := keptBy(t, sumstats.CellFilter{Column: "any", Op: "in", Values: []string{"0.3", "ChrX", ""}}, cells...); got != "0.3 chrX CHRX" {
		t.Errorf("in keeps %q", got)
	}
	// The column of a field is compared as it is written, not as it is read.
	if got := keptBy(t, sumstats.CellFilter{Column: "p", Op: "=", Values: []string{"0.3"}}, "a", "b"); got != "a b" {
		t.Errorf("P = 0.3 keeps %q", got)
	}
}

func TestCellFiltersThatAreNone(t *testing.T) {
	for _, f := range []sumstats.CellFilter{
		{Op: "<", Values: []string{"1"}}, {Column: "any", Op: "~", Values: []string{"1"}}, {Column: "any", Op: "<"},
		{Column: "any", Op: "=", Values: []string{"1", "2"}}, {Column: "any", Op: "<", Values: []string{"NaN"}}, {Column: "any", Op: "<", Values: []string{"12x"}},
	} {
		if f.Validate() == nil {
			t.Errorf("%+v is no filter", f)
		}
	}
	table := sumstatstest.Table("chr pos ea oa beta se p", "1 5 A G 0.1 0.1 0.3")
	_, _, err := sumstatstest.ReadRows(t, table, sumstats.ReadOptions{Mapping: sumstatstest.Simple,
		RowRules: sumstats.RowRules{Filters: []sumstats.CellFilter{{Column: "any", Op: "=", Values: []string{"1"}}}}})
	if err == nil || !strings.Contains(err.Error(), `column "any", which the file does not have`) {
		t.Errorf("a filter on no column: %v", err)
	}
}

// A lenient reader ignores cells beyond the header, and takes rows that end behind the last
// column that is used.
func TestLenientColumns(t *testing.T) {
	regular := "1\t1\tA\tG\t0.1\t0.1\t0.3\tx\ty\n"
	table := "chr\tpos\tea\toa\tbeta\tse\tp\tlast\tmore\n" + strings.Repeat(
		regular,
		9,
	) + "1\t2\tA\tG\t0.1\t0.1\t0.3\tx\ty\tz\n1\t3\tA\tG\t0.1\t0.1\t0.3\tx\n1\t4\tA\tG\t0.1\t0.1\t0.3\n1\t5\tA\tG\t0.1\t0.1\n"
	last := sumstats.CellFilter{Column: "last", Op: "is", Values: []string{"x"}}
	for _, c := range []struct {
		rules sumstats.RowRules
		kept  string
	}{
		{sumstats.RowRules{}, "[]"},
		{sumstats.RowRules{Lenient: true}, "[2 3 4]"},
		{sumstats.RowRules{Lenient: true, Filters: []sumstats.CellFilter{last}}, "[2 3]"},
	} {
		rows, account, err := sumstatstest.ReadRows(t, []byte(table), sumstats.ReadOptions{Mapping: sumstatstest.Simple, RowRules: c.rules})
		if err != nil {
			t.Fatal(err)
		}
		var kept []int32
		for _, r := range rows[9:] {
			kept = append(kept, r.Position)
		}
		reasons := sumstatstest.Reasons(account.Excluded)
		if fmt.Sprint(kept) != c.kept || int(reasons["column_count"]+reasons["filtered"]) != 4-len(kept) {
			t.Errorf("%+v keeps %v, want %s: %v", c.rules, kept, c.kept, account.Excluded)
		}
	}
}

// An analysis of P and direction needs no standard error, and not the size of the effect.
func TestDirectionOnly(t *testing.T) {
	table := sumstatstest.Table("chr pos ea oa beta p", "1 1 A G 0.2 0.3", "1 2 A G 0.000 0.3", "1 3 A G -0.000 0.3", "1 4 A G + 0.3",
		"1 5 A G - 0.3", "1 6 A G 0.1 1", "1 7 A G 0.1 0", "1 8 A G NA 0.3", "1 9 A G 0.1 1e-400")
	mapping := sumstats.Mapping{"chromosome": "chr", "base_pair_location": "pos", "effect_allele": "ea", "other_allele": "oa", "beta": "beta", "p_value": "p"}
	rows, account, err := sumstatstest.ReadRows(t, table, sumstats.ReadOptions{Mapping: mapping, RowRules: sumstats.RowRules{DirectionOnly: true}})
	if err != nil {
		t.Fatal(err)
	}
	signs := ""
	for _, r := range rows {
		signs += fmt.Sprint(r.Position) + map[bool]string{true: "-", false: "+"}[math.Signbit(r.Beta)]
	}
	reasons := sumstatstest.Reasons(account.Excluded)
	if signs != "1+2+3-4+5-6+9+" || reasons["p_value_out_of_range"] != 1 || reasons["effect_missing"] != 1 {
		t.Errorf("%s, %v", signs, reasons)
	}
	rows, _, err = sumstatstest.ReadRows(t, table, sumstats.ReadOptions{Mapping: mapping})
	if err != nil || len(rows) != 2 { // an error is derived from P for those of 0.2 and of 1e-400
		t.Errorf("%d rows, %v", len(rows), err)
	}
}
