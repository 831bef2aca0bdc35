package hermes

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/freeze"
	"cohortium/internal/gwas/meta"
)

func at(chromosome int, position int32, p float64) meta.Locus {
	return meta.Locus{Chromosome: chromosome, Position: position, EffectAllele: "A", OtherAllele: "G", NegLog10P: meta.Number(p)}
}

// TestLociCameWentAndStayed compares lead variants by hand: 500 kb is the same locus, one base more is not.
func TestLociCameWentAndStayed(t *testing.T) {
	type list = []meta.Locus
	for _, c := range []struct {
		name    string
		is, was list
		want    string // change chromosome:position now/before
	}{
		{"nothing", nil, nil, ""},
		{"new", list{at(1, 1_000_000, 9)}, nil, "gained 1:1000000 9/-"},
		{"gone", nil, list{at(2, 5_000_000, 8)}, "lost 2:5000000 -/8"},
		{"the same variant", list{at(3, 100, 12)}, list{at(3, 100, 10)}, "kept 3:100 12/10"},
		{"500 kb apart", list{at(3, 1_500_000, 12)}, list{at(3, 1_000_000, 10)}, "kept 3:1500000 12/10"},
		{"one base further", list{at(3, 1_500_001, 12)}, list{at(3, 1_000_000, 10)}, "gained 3:1500001 12/-; lost 3:1000000 -/10"},
		{"further to the left", list{at(3, 1_000_000, 12)}, list{at(3, 1_500_001, 10)}, "gained 3:1000000 12/-; lost 3:1500001 -/10"},
		{"another chromosome", list{at(4, 100, 12)}, list{at(5, 100, 10)}, "gained 4:100 12/-; lost 5:100 -/10"},
		{
			"the nearest of two, and both stay", list{at(6, 2_000_000, 20)}, list{at(6, 1_600_000, 9), at(6, 2_100_000, 11)},
			"kept 6:2000000 20/11",
		},
		{"one was split in two", list{at(7, 1_000_000, 20), at(7, 1_800_000, 8)}, list{at(7, 1_400_000, 15)}, "kept 7:1000000 20/15; kept 7:1800000 8/15"},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := compareLoci(place{"HF", "EU", "both", ""}, c.is, c.was, [2]string{"now", "before"})
			sortChanges(found)
			var lines []string
			for _, l := range found {
				number := func(p *float64) string {
					if p == nil {
						return "-"
					}
					return strings.TrimSuffix(logText(p), ".00")
				}
				lines = append(lines, l.Change+" "+l.Chromosome+":"+strconv.Itoa(l.Position)+" "+number(l.NegLog10P)+"/"+number(l.Before))
			}
			if got := strings.Join(lines, "; "); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func result(phenotype, ancestry string, inputs ...MetaInput) *FreezeRow {
	options := MetaOptions{Scheme: "ivw", MinStudies: 2}
	return &FreezeRow{Phenotype: phenotype, Ancestry: ancestry, Sex: "both", Name: "ivw", State: rowMade, MetaID: phenotype,
		Key: hashOf(inputs, options), Spec: FreezeSpec{Inputs: inputs, Options: options}, Meta: &FreezeMeta{Status: MetaCompleted}}
}

func input(cohort, run string, n int64) MetaInput {
	return MetaInput{UploadID: cohort, RunID: run, DatasetName: cohort + " file", Cohort: cohort, Ancestry: "EU", NTotal: n}
}

func byPlace(rows ...*FreezeRow) map[place]*FreezeRow {
	out := map[place]*FreezeRow{}
	for _, r := range rows {
		p := r.place()
		p.name = ""
		out[p] = r
	}
	return out
}

// wantedNotes are written by hand.
const wantedNotes = `# Release, version 2

This release has 2 results of 3 cohorts with 3,300 participants.
Files accepted by 15 Oct 2026 take part.

## Left out

- Lake: consent withdrawn

## Since Release, version 1

1 locus is new, 0 lost, 0 kept.

## New cohorts

- Harbour

## Cohorts with replaced files

- River

## Computed again

- DCM, EU, both: River replaced its file.
- HF, EU, both: Harbour joined. River replaced its file. South left. The options changed.
- LV, EU, both: no longer made
- NI, EU, both: new
- 1 other cell has the same studies and options

## New loci

- 4:111677041 near *PITX2* (HF, EU, both): −log10 P 9.00, before 6.50
`

// TestNotesNameCohortsAndCells has two versions of a release of four cells. What changed is written by hand.
func TestNotesNameCohortsAndCells(t *testing.T) {
	north, south, river := input("North", "n1", 1000), input("South", "s1", 2000), input("River", "r1", 300)
	replaced, described, harbour := input("River", "r2", 300), input("South", "s1", 2100), input("Harbour", "h1", 50)
	before := byPlace(result("AF", "EU", north, south), result("DCM", "EU", north, river), result("HF", "EU", north, south, river),
		result("LV", "EU", south, north))
	other := result("HF", "EU", north, replaced, harbour)
	other.Spec.Options.MAF = 0.01
	now := byPlace(result("AF", "EU", north, south), result("DCM", "EU", north, replaced), other, result("NI", "EU", north, described))
	other.Key = hashOf(other.Spec.Inputs, other.Spec.Options)

	cells, cohorts := cellChanges(now, before)
	want := []FreezeCellChange{
		{cellSame, "AF", "EU", "both", []string{}},
		{cellChanged, "DCM", "EU", "both", []string{"River replaced its file."}},
		{cellChanged, "HF", "EU", "both", []string{"Harbour joined.", "River replaced its file.", "South left.", "The options changed."}},
		{cellRemoved, "LV", "EU", "both", []string{}},
		{cellAdded, "NI", "EU", "both", []string{}},
	}
	if diff := cmp.Diff(want, cells); diff != "" {
		t.Errorf("cells (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]FreezeCohortChange{{cohortJoined, "Harbour"}, {cohortReplaced, "River"}}, cohorts); diff != "" {
		t.Errorf("cohorts (-want +got):\n%s", diff)
	}

	rows := []*FreezeRow{result("AF", "EU", north, south), result("DCM", "EU", north, replaced)}
	p, was := 9.0, 6.5
	notes := releaseNotes(&Freeze{Name: "Release", ReleaseVersion: "2", Document: FreezeDocument{Deadline: "2026-10-15",
		Exclude: []freeze.Exclusion{{Cohort: "Lake", Reason: "consent withdrawn"}}}}, rows, cohortsOf(rows),
		&FreezeChanges{Since: &FreezeLink{"1", "Release", "1"}, Gained: 1, Cells: cells, Cohorts: cohorts, Loci: []FreezeLocusChange{{
			Change: locusGained, Phenotype: "HF", Ancestry: "EU", Sex: "both", Chromosome: "4", Position: 111677041, Gene: "PITX2", NegLog10P: &p, Before: &was,
		}}})
	if diff := cmp.Diff(wantedNotes, notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

// TestDeadlineIsTheWholeDayInUTC accepts files until the last moment of the day.
func TestDeadlineIsTheWholeDayInUTC(t *testing.T) {
	for accepted, late := range map[string]string{
		"2026-10-14T23:00:00Z":      "",
		"2026-10-15T00:00:00Z":      "",
		"2026-10-15T23:59:59Z":      "",
		"2026-10-16T00:00:00Z":      "accepted after 15 Oct 2026",
		"2026-10-16T01:30:00+02:00": "", // still the 15th in UTC
		"2026-10-15T23:30:00-02:00": "accepted after 15 Oct 2026",
	} {
		reviewed, err := time.Parse(time.RFC3339, accepted)
		if err != nil {
			t.Fatal(err)
		}
		p := &freezePlanner{doc: &FreezeDocument{Deadline: "2026-10-15"}, studies: []*FreezeUpload{{ID: "one", Cohort: "North", ReviewedAt: &reviewed}}}
		p.describe()
		if got := p.lateReasons()["one"]; got != late {
			t.Errorf("accepted %s: %q, want %q", accepted, got, late)
		}
	}
}

// TestEmbargoEndsWithItsDay withholds files until the day before.
func TestEmbargoEndsWithItsDay(t *testing.T) {
	p := &FreezePublication{EmbargoUntil: "2027-01-31"}
	for now, want := range map[string]bool{"2027-01-30T23:59:59Z": true, "2027-01-31T00:00:00Z": false, "2027-02-01T00:00:00Z": false} {
		moment, err := time.Parse(time.RFC3339, now)
		if err != nil {
			t.Fatal(err)
		}
		if p.embargoed(moment) != want || (&FreezePublication{}).embargoed(moment) {
			t.Errorf("at %s: embargoed %v", now, !want)
		}
	}
}
