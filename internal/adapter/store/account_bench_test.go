package store_test

import (
	"fmt"
	"testing"
	"time"

	"cohortium/internal/adapter/store"
	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/listing"
)

// BenchmarkAccounts requests pages of 50 among 10,000 accounts.
func BenchmarkAccounts(b *testing.B) {
	for _, engine := range []struct {
		name string
		open func() *store.Store
	}{
		{"sqlite", func() *store.Store { return storetest.OpenSQLite(b) }},
		{"postgres", func() *store.Store { return storetest.Open(b, cluster.Database(b)) }},
	} {
		b.Run(engine.name, func(b *testing.B) {
			db := engine.open()
			accounts := db.Accounts()
			fill(b, accounts, 10_000)
			if err := db.Exec(b.Context(), "ANALYZE"); err != nil { // as the engine does by itself, a minute later
				b.Fatal(err)
			}
			for _, c := range []struct {
				name string
				f    auth.AccountFilter
			}{
				{"first page", auth.AccountFilter{AnyRole: []string{"admin", "reviewer", "analyst", "uploader"}}},
				{"a page in the middle", auth.AccountFilter{After: listing.Place{Key: "p05000@example.org", ID: "p05000"}}},
				{"last sign-in", auth.AccountFilter{Sort: "-last_login"}},
				{"search", auth.AccountFilter{Query: "p0999", AnyRole: []string{"uploader"}}},
				{"state", auth.AccountFilter{States: []auth.AccountState{auth.StateInvited}}},
			} {
				c.f.Limit, c.f.Now = 50, storetest.Epoch
				b.Run(c.name, func(b *testing.B) {
					for b.Loop() {
						if page, _, err := accounts.Accounts(b.Context(), c.f); err != nil || len(page) == 0 {
							b.Fatal(len(page), err)
						}
					}
				})
			}
		})
	}
}

func fill(b *testing.B, accounts *store.Accounts, n int) {
	b.Helper()
	ctx := b.Context()
	err := accounts.InTx(ctx, func(tx auth.Tx) error {
		for i := range n {
			u := &auth.User{
				ID: fmt.Sprintf("p%05d", i), UserName: fmt.Sprintf("p%05d@example.org", i), FirstName: "Ana", LastName: fmt.Sprint("Ng", i%97),
				IsActive: true, Roles: []string{[]string{"uploader", "sgc-uploader"}[i%2]}, Groups: []string{"hermes"},
				CreatedAt: storetest.Epoch.Add(-time.Duration(i) * time.Minute),
			}
			if err := tx.CreateUser(ctx, u); err != nil {
				return err
			}
			if i%10 > 0 {
				continue
			}
			l := &auth.StoredLink{TokenHash: u.ID, Kind: auth.LinkInvitation, UserID: u.ID, CreatedAt: u.CreatedAt, ExpiresAt: storetest.Epoch.Add(time.Hour)}
			if err := tx.CreateLink(ctx, l); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
}
