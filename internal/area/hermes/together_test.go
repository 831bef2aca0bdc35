package hermes_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cohortium/internal/area/hermes"
	"cohortium/internal/area/hermes/hermestest"
	"cohortium/internal/platform/auth"
)

// Files with the same noise have the same participants; the others share none. All have equal
// frequencies, unless one file uses the other allele's.
func TestNeighboursOfAFile(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		b.scores = scores{"EUR": scoresOf(t, hermestest.Sumstats(4400, 1))}
		alone := b.approve(t, "Alone", 1)
		ask := func(id *auth.Identity, of string) (map[string]*hermes.Neighbour, int) {
			t.Helper()
			found, left, err := b.Neighbours(t.Context(), id, of)
			must(t, err)
			by := map[string]*hermes.Neighbour{}
			for _, n := range found {
				by[n.DatasetName] = n
			}
			return by, left
		}
		if found, left := ask(b.reviewer, alone); len(found) != 0 || left != 0 {
			t.Errorf("a file alone has neighbours: %v, %d left", found, left)
		}
		b.approve(t, "Twin", 1)
		b.change = otherAllele
		b.approve(t, "Turned", 3)
		b.change = nil
		waiting := b.run(t, b.register(t, "Waiting", 4)).ID // not accepted, so not a neighbour

		found, left := ask(b.reviewer, alone)
		if len(found) != 2 || left != 0 {
			t.Fatalf("%d neighbours, %d left: %v", len(found), left, found)
		}
		twin, turned := found["Twin"].Together, found["Turned"].Together
		if !twin.Overlap() || math.Abs(float64(twin.Intercept)-1) > 0.2 || math.Abs(float64(twin.SharedPeople)-10_000) > 2000 {
			t.Errorf("files of the same people: %+v", twin)
		}
		if turned.Overlap() || turned.Variants < 4000 {
			t.Errorf("files of other people: %+v", turned)
		}
		if twin.FrequencyR < 0.999 || twin.ShareApart != 0 || turned.FrequencyR > -0.999 || turned.ShareApart < 0.5 {
			t.Errorf("frequencies of the same allele: %+v; of the other: %+v", twin, turned)
		}
		if found, _ := ask(b.reviewer, waiting); len(found) != 3 || found["Waiting"] != nil {
			t.Errorf("a file before its review has %d neighbours", len(found))
		}
		if found, _ := ask(b.uploader, alone); len(found) != 2 {
			t.Errorf("an uploader sees %d neighbours among their own", len(found))
		}
		other := auth.NewIdentity(&auth.User{ID: "uploader2", UserName: "uploader2", Roles: []string{"uploader"}}, nil)
		if _, _, err := b.Neighbours(t.Context(), other, alone); err == nil {
			t.Error("an uploader of another cohort gets the neighbours of a file that is not theirs")
		}
		overlaps, left, err := b.FindOverlaps(t.Context(), b.reviewer, []string{alone, found["Twin"].ID, found["Turned"].ID})
		must(t, err)
		if len(overlaps) != 1 || left != 0 || overlaps[0].A.ID != alone || overlaps[0].B.ID != found["Twin"].ID {
			t.Errorf("overlaps: %+v, %d left", overlaps, left)
		}
		twins := []string{alone, found["Twin"].ID}
		if cautions := b.cautionOf(t, hermes.CautionPeople, twins...); len(cautions) != 1 || !slices.Equal(cautions[0].Datasets, twins) {
			t.Errorf("of files of the same people it is told: %+v", cautions)
		}
		if cautions := b.cautionOf(t, hermes.CautionPeople, alone, found["Turned"].ID); cautions != nil {
			t.Errorf("of files of other people it is told: %+v", cautions)
		}
	})
}

// Pairs that were not compared during a run are compared on request, a few at a time and once each.
// A run from before comparisons existed is skipped.
func TestNeighboursComeBitByBit(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		of := b.approve(t, "A", 1)
		ids := map[string]string{}
		for i, name := range []string{"B", "C", "D", "E", "F"} {
			ids[name] = b.approve(t, name, uint64(i+2))
		}
		forget := func(suffix, in string) (n int) {
			for key := range b.contents(t, "hermes/uploads/") {
				if strings.Contains(key, suffix) && strings.Contains(key, in) {
					must(t, b.blobs.Delete(t.Context(), key))
					n++
				}
			}
			return n
		}
		if n := forget("/with-", ""); n != 15 { // each of six with those before it
			t.Errorf("%d pairs were compared while files were checked, want 15", n)
		}
		forget("/compare.zst", ids["C"])
		b.restart()
		for _, want := range []struct{ left, known int }{{1, 3}, {0, 4}} {
			found, left, err := b.Neighbours(t.Context(), b.reviewer, of)
			must(t, err)
			known := 0
			for _, n := range found {
				if n.Together != nil {
					known++
				}
			}
			if left != want.left || known != want.known || len(found) != 5 {
				t.Errorf("%d compared, %d left of %d; want %+v", known, left, len(found), want)
			}
		}
	})
}

// otherAllele replaces the frequencies by those of the other allele.
func otherAllele(text []byte) []byte {
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		cells := strings.Split(line, "\t")
		if i == 0 || len(cells) < 7 {
			continue
		}
		f, err := strconv.ParseFloat(cells[6], 64)
		if err == nil {
			cells[6] = fmt.Sprintf("%.4f", 1-f)
		}
		lines[i] = strings.Join(cells, "\t")
	}
	return []byte(strings.Join(lines, "\n"))
}
