package qc

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ldscore"
	"cohortium/internal/gwas/sumstats"

	"github.com/klauspost/compress/gzip"
)

// The LD score regression of two files with published LD scores, alone and together, matches what
// testdata/ldsc/reference.py computes independently from the same files.
func TestFilesEqualTheReference(t *testing.T) {
	var want struct{ One, Two, Both map[string]float64 }
	text, err := os.ReadFile(filepath.Join("testdata", "ldsc", "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	scores := publishedScores(t)
	one, first := scoredFile(t, "one.tsv.gz", scores)
	two, second := scoredFile(t, "two.tsv.gz", scores)
	closeTo(t, "one", one, want.One)
	closeTo(t, "two", two, want.Two)
	closeTo(t, "both", Compare(first, second, scores), want.Both)
	closeTo(t, "both, the other way round", Compare(second, first, scores), want.Both)
}

// publishedScores returns every 600th of the European ones.
func publishedScores(t *testing.T) *Scores {
	t.Helper()
	table, err := ldscore.ReadTable(bytes.NewReader([]byte(unpacked(t, "scores.tsv.gz"))))
	if err != nil {
		t.Fatal(err)
	}
	table.Common = 1_173_569
	return &Scores{Name: "eur_w_ld_chr", Ancestry: "EUR", SHA256: "published", Table: table}
}

func scoredFile(t *testing.T, name string, scores *Scores) (*Polygenic, *Peer) {
	t.Helper()
	opt := NewOptions(genome.GRCh37)
	opt.Mapping, opt.MappingConfirmed = sumstats.Mapping{}, true
	for _, field := range []sumstats.Field{"chromosome", "base_pair_location", "rsid", "effect_allele", "other_allele",
		"beta", "standard_error", "effect_allele_frequency", "p_value", "n"} {
		opt.Mapping[field] = string(field)
	}
	out := newMemory()
	report, err := Run(context.Background(), Input{Name: name, Open: opener(unpacked(t, name)), Scores: scores}, opt, out, nil)
	if err != nil {
		t.Fatal(err)
	}
	peer, err := ReadPeer(bytes.NewReader(out.files[FilePeer].Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	return report.Polygenic, peer
}

func unpacked(t *testing.T, name string) string {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "ldsc", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// closeTo compares the numbers of want with those of got as written. Numbers kept for comparisons
// have seven digits.
func closeTo(t *testing.T, what string, got any, want map[string]float64) {
	t.Helper()
	text, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]any{}
	if err := json.Unmarshal(text, &have); err != nil {
		t.Fatal(err)
	}
	if len(want) == 0 {
		t.Fatalf("%s: nothing is expected", what)
	}
	for key, w := range want {
		if h, ok := have[key].(float64); !ok || math.Abs(h-w) > 2e-6*max(1, math.Abs(w)) {
			t.Errorf("%s: %s is %v, want %v", what, key, have[key], w)
		}
	}
}
