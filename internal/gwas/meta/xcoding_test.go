package meta_test

import (
	"bytes"
	"strings"
	"testing"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/sumstats"
)

// onX are two studies with a variant on chromosome 1 and one on X, and a third without X.
func onX() []meta.Study {
	one, x := row(1, 10, "A", "G", 0.1, 0.05, 0.3), row(23, 10, "A", "G", 0.2, 0.05, 0.3)
	one.RSID, x.RSID = 1, 2
	return []meta.Study{
		memoryStudy("a", []sumstats.Row{one, x}), memoryStudy("b", []sumstats.Row{one, x}), memoryStudy("c", []sumstats.Row{one}),
	}
}

func TestXCodings(t *testing.T) {
	type codings = map[string]meta.XCoding
	for name, c := range map[string]struct {
		scheme  meta.Scheme
		codings codings
		rows    int
		coding  string
		says    string
	}{
		"nothing stated":      {meta.FixedEffect, nil, 2, "not stated", "X coding not stated."},
		"one is silent":       {meta.FixedEffect, codings{"a": "0/2", "c": "0/2"}, 2, "not stated", "X coding not stated for b."},
		"no rows, no silence": {meta.FixedEffect, codings{"a": "0/2", "b": "0/2"}, 2, "0/2", "Males are coded 0/2 on chromosome X."},
		"with females":        {meta.RandomEffects, codings{"a": "0/1", "b": "females"}, 2, "0/1", "Males are coded 0/1 on chromosome X."},
		"females":             {meta.FixedEffect, codings{"a": "females", "b": "females"}, 2, "females", "Chromosome X is of females only."},
		"two codings": {meta.FixedEffect, codings{"a": "0/1", "b": "0/2"}, 1, "differs",
			"Chromosome X is left out (2 rows), because males are coded 0/1 on chromosome X in a and 0/2 in b: effects on two codings cannot be averaged. Analyse X again with one coding, or combine by sample size."},
		"two codings by size": {meta.SampleSize, codings{"a": "0/1", "b": "0/2"}, 2, "differs",
			"Males are coded 0/1 on chromosome X in a and 0/2 in b. Z scores are combined, which have no scale."},
	} {
		t.Run(name, func(t *testing.T) {
			opt := meta.DefaultOptions()
			opt.Scheme, opt.XCoding = c.scheme, c.codings
			out, s := runTable(t, onX(), opt)
			if len(out.rows) != c.rows || s.Studies[0].DroppedByReason["x_coding"] != int64(2-c.rows) {
				t.Errorf("%d rows, left out %v", len(out.rows), s.Studies[0].DroppedByReason)
			}
			if x := s.XChromosome; x == nil || x.Coding != c.coding || x.Text != c.says {
				t.Errorf("the summary says %+v", x)
			}
			if len(s.Settings.XCoding) != len(c.codings) {
				t.Errorf("settings %v", s.Settings.XCoding)
			}
		})
	}
	_, s := runTable(t, onX()[2:], meta.Options{Scheme: meta.FixedEffect, Key: meta.ByPosition, GCThreshold: 1, MinStudies: 1, Palindromic: meta.DropAll})
	if s.XChromosome != nil {
		t.Errorf("without rows on X the summary says %+v", s.XChromosome)
	}
}

func TestXCodingsThatMakeNoSense(t *testing.T) {
	for says, c := range map[string]struct {
		key     meta.Key
		codings map[string]meta.XCoding
	}{
		"X coding of x names a study that is not combined":    {meta.ByPosition, map[string]meta.XCoding{"x": "0/1"}},
		`X coding "1/2" of a is not one of 0/1, 0/2, females`: {meta.ByPosition, map[string]meta.XCoding{"a": "1/2"}},
		"rows joined by rs number have no chromosome":         {meta.ByRSID, map[string]meta.XCoding{"a": "0/1", "b": "0/2"}},
	} {
		opt := meta.DefaultOptions()
		opt.Key, opt.XCoding = c.key, c.codings
		_, err := meta.Run(t.Context(), testDict, onX(), opt, meta.Output{Results: &bytes.Buffer{}}, nil)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v: %v", c.codings, err)
		}
	}
}
