package spelling_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cohortium/internal/platform/spelling"
)

// TestNearestIsTheNearest compares the shortcuts of the search with a plain
// table of distances.
func TestNearestIsTheNearest(t *testing.T) {
	codes := []string{"PSOR", "ACNE_VULGARIS", "ZOSTER", "VITILIGO", "ECZEMA_HAND", "ECZEMA_FOOT", "AA"}
	d := spelling.New(codes...)
	rapid.Check(t, func(t *rapid.T) {
		letters := []rune(strings.ToLower(strings.ReplaceAll(rapid.SampledFrom(codes).Draw(t, "code"), "_", "")))
		for range rapid.IntRange(0, 5).Draw(t, "slips") {
			i := rapid.IntRange(0, max(0, len(letters)-2)).Draw(t, "at")
			switch slip := rapid.IntRange(0, 3).Draw(t, "slip"); {
			case slip == 0:
				letters = append(letters[:i], append([]rune{rapid.RuneFrom([]rune("acez")).Draw(t, "letter")}, letters[i:]...)...)
			case len(letters) < 3:
			case slip == 1:
				letters = append(letters[:i], letters[i+1:]...)
			case slip == 2:
				letters[i] = 'q'
			default:
				letters[i], letters[i+1] = letters[i+1], letters[i]
			}
		}
		name := string(letters)
		best, least := "", max(1, len(name)/3)+1
		for _, code := range codes {
			if d := alignment(name, strings.ToLower(strings.ReplaceAll(code, "_", ""))); d < least {
				best, least = code, d
			}
		}
		if got := d.Nearest(name); got != best {
			t.Fatalf("nearest to %s is %q, want %q", name, got, best)
		}
	})
}

// alignment returns the optimal string alignment distance by its definition.
func alignment(a, b string) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		for j := range d[i] {
			switch {
			case i == 0 || j == 0:
				d[i][j] = i + j
				continue
			case a[i-1] == b[j-1]:
				d[i][j] = d[i-1][j-1]
			default:
				d[i][j] = d[i-1][j-1] + 1
			}
			d[i][j] = min(d[i][j], d[i-1][j]+1, d[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}

func TestNearest(t *testing.T) {
	d := spelling.New("European", "East Asian", "dataSetName", "sex")
	for name, want := range map[string]string{
		"european": "European", "Europan": "European", "east-asian": "East Asian", "data_set_name": "dataSetName",
		"sec": "sex", "seks": "", "": "", "?": "", "Antarctic": "", strings.Repeat("x", 100): "",
	} {
		if got := d.Nearest(name); got != want {
			t.Errorf("nearest to %q is %q, want %q", name, got, want)
		}
	}
}
