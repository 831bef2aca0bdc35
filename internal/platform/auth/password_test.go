package auth_test

import (
	"compress/gzip"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

func TestCheckPassword(t *testing.T) {
	for _, c := range []struct {
		name, password string
		second         bool // factor
		ok             bool
	}{
		{"four words", "walnut tractor eleven moss", false, true},
		{"fifteen characters", "gr7-ozu.pakt!lu", false, true},
		{"letters outside ASCII count as one", "čéśńàßðøÞłŋħĸ¶→", false, true},
		{"fourteen characters", "gr7-ozu.pakt!l", false, false},
		{"64 characters", strings.Repeat("walnut tractor e", 4), false, true},
		{"1024 bytes", strings.Repeat("walnut tractor e", 64), false, true},
		{"1025 bytes", strings.Repeat("walnut tractor e", 64) + "x", false, false},
		{"one character repeated", strings.Repeat("a", 20), false, false},
		{"well known", "correcthorsebatterystaple", false, false},
		{"keyboard rows", "qwertyuiopasdfghjkl", false, false},
		{"words of the product", "Cohortium-Hermes-2026", false, false},
		{"the user name with a number", "jane.miller@example.org1", false, false},
		{"eight characters beside a second factor", "gr7-ozu.", true, true},
		{"seven beside a second factor", "gr7-ozu", true, false},
		{"well known beside a second factor", "password1", true, false},
		{"well known words with own ones", "password of the moss walnut", false, true},
		{"on the list, beside a second factor", "jordan23", true, false},
		{"on the list in capitals", "MaxWell1", true, false},
		{"on the list with fifteen characters", "momsanaladventure", false, false},
		{"on the list with digits around it", "83920wolverine75638", false, false},
		{"on the list, written twice", "wolverinewolverine", false, false},
		{"on the list, written twice with signs", "!!wolverinewolverine!!", false, false},
		{"almost on the list", "wolverinewolverune", false, true},
		{"the product", "CohortiumCohortium1", false, false},
		{"the area", "sgc-hermes-datasets", false, false},
		{"parts of the user name", "miller/jane/example", false, false},
		{"seven characters beside what is known", "cohortium-hermes-zqkvp", false, false},
		{"eight characters beside what is known", "cohortium-hermes-zqkvpx", false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := auth.CheckPassword(c.password, "jane.miller@example.org", c.second)
			if (err == nil) != c.ok {
				t.Fatalf("CheckPassword(%q) = %v, want ok %v", c.password, err, c.ok)
			}
			if err != nil && !errs.Is(err, errs.Rule) {
				t.Errorf("kind = %v, want Rule", errs.KindOf(err))
			}
		})
	}
}

// The list is a real one: long enough, and the start of every list of passwords
// that were stolen.
func TestTheListOfPasswordsIsReal(t *testing.T) {
	packed, err := os.Open("common_passwords.txt.gz")
	must(t, err)
	defer packed.Close()
	r, err := gzip.NewReader(packed)
	must(t, err)
	text, err := io.ReadAll(r)
	must(t, err)
	list := strings.Fields(string(text))
	if len(list) < 10_000 {
		t.Errorf("%d passwords", len(list))
	}
	for _, known := range []string{"123456", "password", "qwerty", "iloveyou", "letmein", "trustno1"} {
		if !slices.Contains(list, known) {
			t.Errorf("%s is not on it", known)
		}
	}
	refused := 0
	for _, word := range list {
		if len(word) >= auth.MinSecondRunes && auth.CheckPassword(word, "nobody", true) != nil {
			refused++
		}
	}
	if refused < 10_000 {
		t.Errorf("%d of the list are refused", refused)
	}
}
