package httpapi_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"testing"

	"cohortium/internal/area/page"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/record"
)

// somePage creates a private page of hermes with a version and a picture, which shows a cancelled
// table.
func (s *site) somePage(t testing.TB, owner string) string {
	t.Helper()
	ctx, id, now := t.Context(), s.newID(), s.now()
	person := record.Person{ID: s.users[owner].ID, UserName: owner}
	p := &page.Page{
		ID: id, Title: "Cell", Area: auth.AreaHermes, Owner: person, Sharing: page.Private, TableID: s.waitingTable(t, owner), PictureID: "p",
		Versions: 1, CreatedAt: now, UpdatedAt: now, UpdatedBy: owner, Version: 1,
	}
	_, _, err := s.blobs.Put(ctx, "pages/"+id+"/p.png", bytes.NewReader(aPicture(2, 2)))
	must(t, err)
	must(t, s.store.Pages().InTx(ctx, func(tx page.Tx) error {
		if err := tx.CreatePage(ctx, p, json.RawMessage(`{}`)); err != nil {
			return err
		}
		return tx.CreateVersion(
			ctx,
			&page.Version{PageID: id, Number: 1, Name: "First", TableID: p.TableID, Document: json.RawMessage(`{}`), By: owner, At: now},
		)
	}))
	return id
}

// aPicture returns a PNG file of one colour.
func aPicture(width, height int) []byte {
	pixels := image.NewRGBA(image.Rect(0, 0, width, height))
	for i := range pixels.Pix {
		pixels.Pix[i] = 0xff
	}
	pixels.Set(0, 0, color.Black)
	var out bytes.Buffer
	if err := png.Encode(&out, pixels); err != nil {
		panic(err) // a fault of the test itself
	}
	return out.Bytes()
}
