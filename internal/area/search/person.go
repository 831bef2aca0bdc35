package search

import (
	"context"
	"strings"

	"cohortium/internal/platform/auth"
)

// usersPage is the page where the accounts of an area are managed.
type usersPage struct {
	area        auth.Area // "" for every account
	path        string
	kind, title string
}

// usersPages returns the pages of accounts, widest first; a caller uses the first that they may
// open. The registry has none.
func usersPages() []usersPage {
	return []usersPage{
		{"", "/admin/users", "person", "People"},
		{auth.AreaHermes, "/hermes/users", "hermes-person", "People in HERMES"},
		{auth.AreaSGC, "/sgc/users", "sgc-person", "People in SGC"},
	}
}

// People returns the accounts of the area that the caller manages. A person is listed as an account
// of one area only where the caller manages no more.
func People(s *auth.Service) []Source {
	var sources []Source
	for _, page := range usersPages() {
		sources = append(sources, Source{
			Kind: page.kind, Title: page.title, May: func(by *auth.Identity) bool { return opens(by, page) }, All: filtered(page.path),
			Find: func(ctx context.Context, by *auth.Identity, q string, limit int) ([]Hit, int64, error) {
				return people(ctx, s, by, page, q, limit)
			},
		})
	}
	return sources
}

// opens reports whether the caller may see the list of a page, and no wider one.
func opens(by *auth.Identity, page usersPage) bool {
	rule := auth.RuleOf("GET /api/areas/{area}/users")
	if page.area == "" {
		return rule.In(auth.AreaAll).Admit(by) == nil
	}
	return rule.In(page.area).Admit(by) == nil && rule.In(auth.AreaAll).Admit(by) != nil
}

func people(ctx context.Context, s *auth.Service, by *auth.Identity, page usersPage, q string, limit int) ([]Hit, int64, error) {
	found, err := s.Accounts(ctx, by, auth.AccountQuery{Area: page.area, Q: q, Limit: limit})
	if err != nil {
		return nil, 0, err
	}
	var hits []Hit
	for _, a := range found.Items {
		name := strings.TrimSpace(a.User.FirstName + " " + a.User.LastName)
		about := []string{a.User.Email}
		title := a.User.UserName
		if name != "" {
			title, about = name, []string{a.User.UserName, a.User.Email}
		}
		if len(about) == 2 && about[0] == about[1] { // many use their address as user name
			about = about[:1]
		}
		hits = append(hits, newHit(q, title, detail(about...), listOf(page.path, "q", a.User.UserName)))
	}
	return hits, found.Total, nil
}
