package consortium

import (
	"errors"
	"strings"
	"testing"

	"cohortium/internal/dev/hostile"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/oneline"
)

// A name of the consortium or of an area is kept unless one of its characters cannot be shown, and blanks of any kind
// become one space.
func TestHostileNamesOfAConsortium(t *testing.T) {
	for _, name := range hostile.Names() {
		p := Standard()
		p.Contact, p.Name, p.Areas[0].Name = "office@example.org", name, name
		err := p.check()
		want := strings.Join(strings.Fields(name), " ")
		fault := oneline.Fault(want)
		switch {
		case len([]rune(want)) > maxAreaName || want == "":
			if err == nil {
				t.Errorf("%q was taken", name)
			}
		case fault == "":
			if err != nil || p.Name != want || p.Areas[0].Name != want {
				t.Errorf("%q is %q, %v", name, p.Name, err)
			}
		default:
			var e *errs.Error
			if !errors.As(err, &e) || len(e.Fields) != 2 || e.Fields[0].Message != fault || e.Fields[1].Message != fault {
				t.Errorf("%q: %v", name, err)
			}
		}
	}
}
