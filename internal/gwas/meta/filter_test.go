package meta_test

import (
	"fmt"
	"math"
	"testing"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/sumstats"
)

func TestFilters(t *testing.T) {
	var rows []sumstats.Row
	for i := range 11 {
		r := row(1+i/6, int32(100*(i+1)), "A", "G", 0.1*float64(i-5), 0.05, 0.1*float64(i))
		r.RSID, r.Info, r.NegLog10P = uint64(i), 0.1*float64(i), float64(i)
		r.EAF, r.N = float64(i)/10, float64(1000*i)
		rows = append(rows, r)
	}
	rows[3].Info = math.NaN()
	for _, c := range []struct {
		field  sumstats.Field
		op     meta.FilterOp
		values []string
		kept   int
	}{
		{"effect_allele_frequency", ">", []string{"0.5"}, 5},
		{"effect_allele_frequency", ">=", []string{"0.5"}, 6},
		{"effect_allele_frequency", "<", []string{"0.5"}, 5},
		{"effect_allele_frequency", "<=", []string{"0.5"}, 6},
		{"other_allele_frequency", ">", []string{"0.5"}, 5},
		{"maf", ">=", []string{"0.375"}, 3},
		{"effect_allele_frequency", "=", []string{"0.2"}, 1},
		{"effect_allele_frequency", "!=", []string{"0.2"}, 10},
		{"info", ">", []string{"0"}, 9}, // one says nothing, one 0
		{"info", "!=", []string{"0"}, 9},
		{"n", ">=", []string{"5e3"}, 6},
		{"chromosome", "=", []string{"2"}, 5},
		{"chromosome", "in", []string{"1", "3"}, 6},
		{"base_pair_location", "<", []string{"300"}, 2},
		{"odds_ratio", ">", []string{"1"}, 5},
		{"beta", "<", []string{"0"}, 5},
		{"standard_error", "<", []string{"0.05"}, 0},
		{"p_value", "<", []string{"0.0005"}, 7}, // 10^-4 and smaller
		{"neg_log_10_p_value", ">", []string{"7"}, 3},
		{"rsid", "in", []string{"rs3", "rs4", "RS9", "rs99"}, 3},
		{"rsid", "=", []string{"rs7"}, 1},
		{"rsid", "!=", []string{"rs7"}, 9}, // the row without a number is not another variant
	} {
		study := memoryStudy("a", rows)
		study.Filters = []meta.Filter{{Field: c.field, Op: c.op, Values: c.values}}
		opt := meta.DefaultOptions()
		opt.MinStudies = 1
		_, s := runTable(t, []meta.Study{study}, opt)
		if int(s.NVariants) != c.kept || int(s.Studies[0].DroppedByReason["filtered"]) != len(rows)-c.kept {
			t.Errorf("%s %s %v keeps %d, want %d; %v", c.field, c.op, c.values, s.NVariants, c.kept, s.Studies[0].DroppedByReason)
		}
	}
	for _, f := range []meta.Filter{
		{Field: "beta", Op: "~", Values: []string{"1"}}, {Field: "beta", Op: "<"}, {Field: "beta", Op: "<", Values: []string{"1", "2"}},
		{Field: "beta", Op: "<", Values: []string{"NaN"}}, {Field: "test", Op: "=", Values: []string{"ADD"}},
		{Field: "rsid", Op: "<", Values: []string{"rs1"}}, {Field: "rsid", Op: "=", Values: []string{"1:2:A:G"}},
	} {
		if f.Validate() == nil {
			t.Errorf("%+v is no filter", f)
		}
	}
}

// A filter applies to what the file states, before totals of the study fill it.
func TestFilterSeesWhatTheFileStates(t *testing.T) {
	r := row(1, 1, "A", "G", 0.1, 0.05, 0.3)
	r.N = nan
	study := memoryStudy("a", []sumstats.Row{r})
	study.N, study.Filters = 5000, []meta.Filter{{Field: "n", Op: ">", Values: []string{"10"}}}
	_, s := runTable(t, []meta.Study{study}, meta.DefaultOptions())
	if fmt.Sprint(s.Studies[0].DroppedByReason) != "map[filtered:1]" {
		t.Errorf("%v", s.Studies[0].DroppedByReason)
	}
}
