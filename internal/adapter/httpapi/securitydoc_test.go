package httpapi_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every requirement of the checklist has a line in docs/security.md, and every test named there
// exists.
func TestSecurityPageNamesTestsThatExist(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../docs/security.md")
	must(t, err)
	for n := 1; n <= 56; n++ {
		if !strings.Contains(string(text), fmt.Sprintf("| SEC-%d |", n)) {
			t.Errorf("SEC-%d has no line", n)
		}
	}
	named := regexp.MustCompile("`([a-z_/]+_test\\.go):((?:Test|Fuzz)\\w+)`").FindAllStringSubmatch(string(text), -1)
	if len(named) < 50 {
		t.Errorf("only %d tests are named", len(named))
	}
	for _, m := range named {
		below := "../.."
		if strings.HasPrefix(m[1], "web/") {
			below = "../../.."
		}
		source, err := os.ReadFile(filepath.Join(below, filepath.FromSlash(m[1])))
		if err != nil || !strings.Contains(string(source), "func "+m[2]+"(") {
			t.Errorf("there is no %s in %s", m[2], m[1])
		}
	}
	for _, m := range regexp.MustCompile("`(web/[\\w./-]+)`").FindAllStringSubmatch(string(text), -1) {
		if _, err := os.Stat(filepath.Join("../../..", filepath.FromSlash(m[1]))); err != nil {
			t.Errorf("there is no %s", m[1])
		}
	}
	for _, m := range regexp.MustCompile(`\]\(([^)]+)\)`).FindAllStringSubmatch(string(text), -1) {
		if _, err := os.Stat(filepath.Join("../../../docs", filepath.FromSlash(m[1]))); err != nil {
			t.Errorf("the link %s leads nowhere", m[1])
		}
	}
}
