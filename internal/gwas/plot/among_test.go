package plot

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

func known(x float64) *float64 { return &x }

// at returns a place in the SE–N plot.
func at(scale string, x, y, size float64) SENPoint {
	return SENPoint{X: known(x), Y: known(y), Ratio: known(y / x), Scale: scale, NMax: known(size)}
}

// Points are at known places: in 520 × 540 pixels 56 and 18 are free at the sides, 40 above and 68
// below.
func TestAmong(t *testing.T) {
	t.Parallel()
	a := Among{Own: Placed{Lambda: known(1.02), SEN: at("linear", 50, 50, 1000)}, Others: []Placed{
		{Name: "Accepted", Accepted: true, Lambda: known(1.15), SEN: at("linear", 20, 10, 4000)},
		{Name: "Open", Lambda: nil, SEN: at("linear", 25, 25, 500)},
		{Name: "Of cases", Accepted: true, Lambda: nil, SEN: at("log_odds", 900, 900, 500)},
	}}
	for name, figure := range map[string]struct {
		svg  []byte
		want []string
	}{
		// The axes end at 57.5: 50 and 15 % more.
		"SEN": {a.SEN(), []string{"M443.8 96.3h0", "M211.1 396.9h0", "M249.9 284.2h0", ">ratio 1.00, 1 is expected<", ">√N<", ">this file<",
			">1 other file, accepted<", ">1 other file, not accepted<"}},
		// Along: 4,600; up: 0.95 to 1.2, the next twentieth, and 0.03 for a name.
		"Lambda": {a.Lambda(), []string{"M153 364h0", "M443.8 163.4h0", ">largest N<", ">1 other file, accepted<"}},
	} {
		text := string(figure.svg)
		for _, want := range figure.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s lacks %q", name, want)
			}
		}
		if n := strings.Count(text, "h0"); n != 1+2*(strings.Count(text, ">1 other file")) {
			t.Errorf("%s has %d points", name, n)
		}
		for d := xml.NewDecoder(strings.NewReader(text)); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
}

// A file without place has no figure; a single file is not compared by its λ.
func TestAmongNoOtherFiles(t *testing.T) {
	t.Parallel()
	alone := Among{Own: Placed{Lambda: known(1), SEN: at("log_odds", 5, 5, 100)}}
	if svg := alone.SEN(); !strings.Contains(string(svg), ">√N eff / 2<") || strings.Contains(string(svg), "other file") {
		t.Errorf("alone: %s", svg)
	}
	if alone.Lambda() != nil {
		t.Error("λ of one file alone was drawn")
	}
	others := []Placed{{Name: "Other", Accepted: true, Lambda: known(1), SEN: at("linear", 5, 5, 100)}}
	for _, a := range []Among{{Others: others}, {Own: Placed{Lambda: known(1)}, Others: others}} {
		if a.SEN() != nil || a.Lambda() != nil {
			t.Errorf("%+v was placed", a.Own)
		}
	}
	sized := at("log_odds", 5, 5, 100)
	sized.NEffective = known(80)
	if svg := (&Among{Own: Placed{Lambda: known(1), SEN: sized}, Others: others}).Lambda(); !strings.Contains(string(svg), ">effective N<") {
		t.Errorf("of cases and controls: %s", svg)
	}
}
