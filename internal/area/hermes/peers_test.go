package hermes_test

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/auth"
)

func TestPeersAreTheVisibleFilesOfThePhenotype(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		first := b.approve(t, "Alpha", 1)
		b.change = halfErrors
		second := b.run(t, b.register(t, "Beta", 2)).ID
		b.change = nil
		waiting := b.register(t, "Gamma", 3).ID

		peers := func(id *auth.Identity, of string) (names []string, placed []bool) {
			t.Helper()
			found, err := b.Peers(t.Context(), id, of)
			must(t, err)
			for _, p := range found {
				names, placed = append(names, p.DatasetName), append(placed, p.Place != nil)
			}
			return names, placed
		}
		for _, of := range []string{first, second, waiting} {
			names, placed := peers(b.reviewer, of)
			if fmt.Sprint(names, placed) != "[Alpha Beta Gamma] [true true false]" {
				t.Errorf("peers of %s: %v, placed %v", of, names, placed)
			}
		}
		other := auth.NewIdentity(&auth.User{ID: "uploader2", UserName: "uploader2", Roles: []string{"uploader"}}, nil)
		if _, err := b.Peers(t.Context(), other, first); err == nil {
			t.Error("an uploader of another cohort gets the peers of a file that is not theirs")
		}
		found, err := b.Peers(t.Context(), b.reviewer, first)
		must(t, err)
		sound, halved := ratioOf(t, found[0]), ratioOf(t, found[1])
		if sound <= 0 || math.Abs(halved/sound-2) > 0.1 {
			t.Errorf("with half the errors c / SE is twice as large: %v and %v", sound, halved)
		}
	})
}

// ratioOf is y / x of the SE–N point.
func ratioOf(t *testing.T, p *hermes.Peer) float64 {
	t.Helper()
	_, rest, _ := bytes.Cut(p.Place.SEN, []byte(`"ratio":`))
	number, _, _ := bytes.Cut(rest, []byte(","))
	ratio, err := strconv.ParseFloat(strings.TrimSpace(string(number)), 64)
	must(t, err)
	return ratio
}

// halfErrors halves effects and standard errors, so that P stays what it is.
func halfErrors(text []byte) []byte {
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	header := strings.Split(lines[0], "\t")
	for i, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		for c, name := range header {
			if lower := strings.ToLower(name); lower == "beta" || lower == "se" || lower == "standard_error" {
				x, err := strconv.ParseFloat(cells[c], 64)
				if err == nil {
					cells[c] = strconv.FormatFloat(x/2, 'g', -1, 64)
				}
			}
		}
		lines[i+1] = strings.Join(cells, "\t")
	}
	return []byte(strings.Join(lines, "\n") + "\n")
}
