package browse_test

import (
	"context"
	"strings"
	"testing"

	"cohortium/internal/area/browse"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// known places one rs number.
type known struct{}

func (known) Place(_ context.Context, _ *auth.Identity, rs uint64, build genome.Build) ([]browse.Variant, error) {
	if rs != 2200733 || build != genome.GRCh37 {
		return nil, nil
	}
	return []browse.Variant{{Build: build, Chromosome: 4, Position: 111710169, OtherAllele: "C", EffectAllele: "T", RSID: rs}}, nil
}

func said(found []browse.Meaning) string {
	var out []string
	for _, m := range found {
		out = append(out, string(m.Kind)+" "+m.Label+" "+strings.TrimPrefix(string(m.Build), "GRCh")+" "+m.Region.String())
	}
	return strings.Join(out, "; ")
}

// Places of genes are those of Ensembl; PD-L1 is an alias of CD274.
func TestResolve(t *testing.T) {
	s := browse.New(browse.Config{References: inside(), RSNumbers: known{}})
	for text, want := range map[string]string{
		"4:110.9-112.1Mb":              "region 4:110900000-112100000 37 4:110900000-112100000",
		"chr4:110,900,000-112,100,000": "region 4:110900000-112100000 37 4:110900000-112100000",
		" 4:1000000-2000000 ± 100kb ":  "region 4:900000-2100000 37 4:900000-2100000",
		"4:1000-2000 +/- 5,000":        "region 4:1-7000 37 4:1-7000",
		"4:111710169":                  "region 4:111460169-111960169 37 4:111460169-111960169; variant 4:111710169 37 4:111460169-111960169",
		"4:111,710,169 ±1kb":           "region 4:111709169-111711169 37 4:111709169-111711169; variant 4:111710169 37 4:111709169-111711169",
		"4:111710169:C:T":              "variant 4:111710169:C:T 37 4:111460169-111960169",
		"chr4_111710169_c_t":           "variant 4:111710169:C:T 37 4:111460169-111960169",
		"4:111710169_C/T":              "variant 4:111710169:C:T 37 4:111460169-111960169",
		"4-111710169-C-T":              "variant 4:111710169:C:T 37 4:111460169-111960169",
		"4:191154276":                  "region 4:190904276-191154276 37 4:190904276-191154276; variant 4:191154276 37 4:190904276-191154276",
		"rs2200733":                    "variant rs2200733 37 4:111460169-111960169",
		"RS2200733 ± 10kb":             "variant rs2200733 37 4:111700169-111720169",
		"FTO":                          "gene FTO 37 16:53485604-54442424",
		"fto ± 0":                      "gene FTO 37 16:53735604-54192424",
		"ENSG00000140718.21 ± 0":       "gene FTO 37 16:53735604-54192424",
	} {
		found, err := s.Resolve(t.Context(), somebody(), text, genome.GRCh37)
		if err != nil || said(found) != want {
			t.Errorf("%q: %s (%v), want %s", text, said(found), err, want)
		}
	}
	both, err := s.Resolve(t.Context(), nil, "APOE ± 0", genome.UnknownBuild)
	if err != nil || said(both) != "gene APOE 37 19:45409048-45412650; gene APOE 38 19:44905791-44909393" {
		t.Errorf("on both builds: %s (%v)", said(both), err)
	}
	// 4:191,000,000 exists on GRCh37 only.
	one, err := s.Resolve(t.Context(), nil, "4:191000000-191000001", genome.UnknownBuild)
	if err != nil || said(one) != "region 4:191000000-191000001 37 4:191000000-191000001" {
		t.Errorf("on one build: %s (%v)", said(one), err)
	}
	alias, err := s.Resolve(t.Context(), nil, "PD-L1", genome.GRCh38)
	if err != nil || len(alias) != 1 || alias[0].Gene.Symbol != "CD274" {
		t.Errorf("an alias: %s (%v)", said(alias), err)
	}
}

func TestMeaninglessValues(t *testing.T) {
	s := browse.New(browse.Config{References: inside(), RSNumbers: known{}})
	for text, want := range map[string]struct {
		kind errs.Kind
		says string
	}{
		"SLC30A88": {errs.NotFound, "Did you mean SLC30A8"}, "PITX": {errs.NotFound, "PITX2"}, "zzzzqqqq": {errs.NotFound, "“zzzzqqqq” is not a gene, variant or region on GRCh37 (hg19)."},
		"rs1": {errs.NotFound, "No result that you may look at has rs1"}, "": {errs.NotFound, "is not a gene"}, "%": {errs.NotFound, "is not a gene"},
		"4:200-100": {errs.Rule, "the end is before the start"}, "4:191154277": {errs.Rule, "ends at 191,154,276"}, "4:191154277:A:C": {errs.Rule, "ends at 191,154,276"},
		"26000:1-2": {errs.Rule, "unknown chromosome"}, "4:1-5 ± 900Mb": {errs.Rule, "up to 5,000,000"}, "chr4:": {errs.Rule, "is not a position"},
	} {
		found, err := s.Resolve(t.Context(), somebody(), text, genome.GRCh37)
		if len(found) > 0 || !errs.Is(err, want.kind) || !strings.Contains(err.Error(), want.says) {
			t.Errorf("%q: %s (%v), want %q", text, said(found), err, want.says)
		}
	}
	if _, err := s.Resolve(t.Context(), nil, "zzzzqqqq", genome.UnknownBuild); !strings.Contains(err.Error(), "GRCh37 (hg19) or GRCh38 (hg38)") {
		t.Errorf("on both builds: %v", err)
	}
}

func TestRefs(t *testing.T) {
	for text, ok := range map[string]bool{
		"ma:1": true, "upload:abc-1": true, "file:0f": true, "ma:": false, "ma": false, ":1": false, "blob:1": false, "": false, "ma:" + strings.Repeat("x", 65): false, "MA:1": false,
	} {
		ref, err := browse.ParseRef(text)
		if (err == nil) != ok || ok && ref.String() != text || !ok && !errs.Is(err, errs.Rule) {
			t.Errorf("%q: %v, %v", text, ref, err)
		}
	}
}
