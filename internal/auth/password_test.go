package auth_test

import (
	"strings"
	"testing"

	"cohortium/internal/auth"
	"cohortium/internal/errs"
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
