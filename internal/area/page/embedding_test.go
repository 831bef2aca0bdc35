package page_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"cohortium/internal/area/page"
	"cohortium/internal/platform/errs"
)

func TestOnlySitesMayEmbedAPage(t *testing.T) {
	onEach(t, func(t *testing.T, w *workshop) {
		v := w.published(t, "abc", false)
		for _, origin := range []string{
			"", "*", "https://*", "https://*.example.org", "portal.example.org", "http://portal.example.org", "https://a.example.org/path", "https://a.example.org?x",
			"https://a.example.org#x", "https://user@a.example.org", "https://a.example.org:0", "https://a.example.org:99999", "https://a.example.org:", "data:text/html",
			"javascript:alert(1)", "https://a.example.org; script-src *", "https://a b", "https://a.example.org 'self'", "https://[::1]", "'self'", "https://-a.org",
		} {
			_, err := w.SetEmbedding(t.Context(), w.ann, v.ID, v.Version, []string{origin})
			wantAt(t, err, "origins")
		}
		v, err := w.SetEmbedding(
			t.Context(),
			w.ann,
			v.ID,
			v.Version,
			[]string{" HTTPS://Portal.Example.ORG:443/ ", "https://portal.example.org", "http://localhost:5173", "https://a.example.org:8443"},
		)
		must(t, err)
		want := []string{"https://portal.example.org", "http://localhost:5173", "https://a.example.org:8443"}
		if got, err := w.Frames(t.Context(), "abc"); err != nil || !slices.Equal(got, want) || !slices.Equal(v.Origins, want) {
			t.Errorf("%q, %v", got, err)
		}
		// A caller who is not signed in sees only public pages, also in a frame.
		_, err = w.Share(t.Context(), w.ann, v.ID, v.Version, page.Area, nil)
		must(t, err)
		for _, slug := range []string{"abc", "absent"} {
			if got, err := w.Frames(t.Context(), slug); got != nil || err != nil {
				t.Errorf("%s: %q, %v", slug, got, err)
			}
		}
	})
}

func TestPicturesAreRedrawn(t *testing.T) {
	onEach(t, func(t *testing.T, w *workshop) {
		v := w.published(t, "abc", false)
		_, err := w.Picture(t.Context(), w.ann, v.ID)
		wantCode(t, err, "not_found")
		drawn := picture(t, 2000, 3)
		end := bytes.Index(drawn, []byte("IDAT")) - 4 // before which a comment is inserted
		note := binary.BigEndian.AppendUint32(nil, uint32(len("a\x00secret")))
		note = append(note, "tEXta\x00secret"...)
		note = binary.BigEndian.AppendUint32(note, crc32.ChecksumIEEE(note[4:]))
		drawn = slices.Concat(drawn[:end], note, drawn[end:])
		v, err = w.SetPicture(t.Context(), w.ann, v.ID, append(drawn, "<script>alert(1)</script>"...))
		must(t, err)
		p, err := w.PublishedPicture(t.Context(), nil, "abc")
		must(t, err)
		content, err := p.Open(t.Context())
		must(t, err)
		got, err := io.ReadAll(content)
		must(t, err)
		must(t, content.Close())
		if _, err := png.Decode(
			bytes.NewReader(got),
		); err != nil || bytes.Contains(got, []byte("script")) || bytes.Contains(got, []byte("secret")) ||
			p.ID != v.PictureID {
			t.Errorf("%d bytes, %v", len(got), err)
		}
		noise := image.NewRGBA(image.Rect(0, 0, 400, 400))
		for i := range noise.Pix {
			noise.Pix[i] = byte(rand.IntN(256)) //nolint:gosec // only has to be long
		}
		var large bytes.Buffer
		must(t, png.Encode(&large, noise))
		for _, content := range [][]byte{nil, []byte("GIF89a"), []byte("\x89PNG\r\n\x1a\n"), picture(t, 2001, 1), picture(t, 1, 2001), drawn[:len(drawn)/2]} {
			_, err := w.SetPicture(t.Context(), w.ann, v.ID, content)
			wantAt(t, err, "picture")
		}
		if _, err := w.SetPicture(t.Context(), w.ann, v.ID, large.Bytes()); !errs.Is(err, errs.TooLarge) {
			t.Errorf("%d bytes: %v", large.Len(), err)
		}
	})
}

func picture(t *testing.T, width, height int) []byte {
	t.Helper()
	var out bytes.Buffer
	must(t, png.Encode(&out, image.NewGray(image.Rect(0, 0, width, height))))
	return out.Bytes()
}
