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
		ok             bool
	}{
		{"four words", "walnut tractor eleven moss", true},
		{"fifteen characters", "gr7-ozu.pakt!lu", true},
		{"letters outside ASCII count as one", "čéśńàßðøÞłŋħĸ¶→", true},
		{"fourteen characters", "gr7-ozu.pakt!l", false},
		{"64 characters", strings.Repeat("walnut tractor e", 4), true},
		{"1024 bytes", strings.Repeat("walnut tractor e", 64), true},
		{"1025 bytes", strings.Repeat("walnut tractor e", 64) + "x", false},
		{"one character repeated", strings.Repeat("a", 20), false},
		{"well known", "correcthorsebatterystaple", false},
		{"keyboard rows", "qwertyuiopasdfghjkl", false},
		{"words of the product", "Cohortium-Hermes-2026", false},
		{"the user name with a number", "jane.miller@example.org1", false},
		{"well known words with own ones", "password of the moss walnut", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := auth.CheckPassword(c.password, "jane.miller@example.org")
			if (err == nil) != c.ok {
				t.Fatalf("CheckPassword(%q) = %v, want ok %v", c.password, err, c.ok)
			}
			if err != nil && !errs.Is(err, errs.Rule) {
				t.Errorf("kind = %v, want Rule", errs.KindOf(err))
			}
		})
	}
}
