package hermes_test

import (
	"slices"
	"testing"

	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/auth"
)

// cohorts returns the suggestions that submissions use, in order, and whether a well-known one is
// also suggested.
func (b *bench) cohorts(t *testing.T, id *auth.Identity) (used []hermes.Term, known bool) {
	t.Helper()
	all, err := b.Vocabularies(t.Context(), id)
	must(t, err)
	at := slices.IndexFunc(all, func(v hermes.Vocabulary) bool { return v.Field == "cohort" })
	for _, term := range all[at].Values {
		if term.Used > 0 {
			used = append(used, term)
		}
		known = known || term == hermes.Term{Value: "UK Biobank"}
	}
	return used, known
}

// Suggestions contain only what the caller may see, most used first.
func TestVocabulariesAreLimitedToTheCaller(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		b.register(t, "Quay", 1)
		b.register(t, "Harbour", 2)
		want := []hermes.Term{{Value: "Cohort Harbour", Used: 1}, {Value: "Cohort Quay", Used: 1}}
		for name, id := range map[string]*auth.Identity{"uploader": b.uploader, "reviewer": b.reviewer} {
			if used, known := b.cohorts(t, id); !slices.Equal(used, want) || !known {
				t.Errorf("%s: %v, well-known ones: %v", name, used, known)
			}
		}
		stranger := auth.NewIdentity(&auth.User{ID: "stranger", UserName: "stranger", Roles: []string{"uploader"}}, nil)
		if used, known := b.cohorts(t, stranger); len(used) != 0 || !known {
			t.Errorf("another uploader: %v, well-known ones: %v", used, known)
		}
	})
}
