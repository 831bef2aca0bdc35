package page

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"io"
	"strings"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// Limits of pictures.
const (
	MaxPicture = 512 << 10 // bytes of the uploaded file
	maxSide    = 2000      // pixels
)

// blobPrefix is the prefix of all blobs of this package.
const blobPrefix = "pages/"

// PictureKey returns the key of the picture of a page.
func PictureKey(pageID, pictureID string) string {
	return blobPrefix + pageID + "/" + pictureID + ".png"
}

// SetPicture sets the picture of a page. It is re-encoded from its pixels, so that nothing else in
// the file is passed on. errs.Rule (picture), errs.TooLarge.
func (s *Service) SetPicture(ctx context.Context, by *auth.Identity, id string, content []byte) (_ *View, err error) {
	defer errs.Wrap(&err, "page.SetPicture(%q)", id)
	p, r, err := s.pageFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	if err := mustEdit(p, r); err != nil {
		return nil, err
	}
	if len(content) == 0 {
		return nil, errs.AtField("picture", "A picture is a PNG file.")
	}
	pictureID, err := s.storePicture(ctx, id, content)
	if err != nil {
		return nil, err
	}
	return s.change(ctx, by, id, record.Any(), func(_ Tx, p *Page) (*record.Event, error) {
		p.PictureID = pictureID
		return &record.Event{Action: "gave it a picture", Kind: audit.Changed}, nil
	})
}

// storePicture stores a picture and returns its id, "" for none. The previous one is swept.
func (s *Service) storePicture(ctx context.Context, pageID string, content []byte) (string, error) {
	if len(content) == 0 {
		return "", nil
	}
	drawn, err := redraw(content)
	if err != nil {
		return "", err
	}
	pictureID := s.newID()
	_, _, err = s.blobs.Put(ctx, PictureKey(pageID, pictureID), bytes.NewReader(drawn))
	return pictureID, err
}

// redraw decodes a PNG file and encodes its pixels again.
func redraw(content []byte) ([]byte, error) {
	if len(content) > MaxPicture {
		return nil, errs.New(
			errs.TooLarge,
			"too_large",
			"This picture is larger than 512 KiB. Make it smaller.",
		).WithFields(
			errs.Field{Field: "picture", Message: "At most 512 KiB."},
		)
	}
	broken := errs.AtField("picture", "This PNG file cannot be read.")
	if !bytes.HasPrefix(content, []byte("\x89PNG\r\n\x1a\n")) {
		return nil, broken
	}
	head, err := png.DecodeConfig(bytes.NewReader(content))
	if err != nil {
		return nil, broken.Because(err)
	}
	if head.Width > maxSide || head.Height > maxSide {
		return nil, errs.AtField("picture", "A picture has at most 2,000 pixels to a side. Make it smaller.")
	}
	var pixels image.Image
	if pixels, err = png.Decode(bytes.NewReader(content)); err != nil {
		return nil, broken.Because(err)
	}
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, pixels); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// Picture is the picture of a page.
type Picture struct {
	ID   string // identifies its bytes
	Open func(ctx context.Context) (io.ReadCloser, error)
}

// Picture returns the picture of a page that the caller may see.
func (s *Service) Picture(ctx context.Context, by *auth.Identity, id string) (_ *Picture, err error) {
	defer errs.Wrap(&err, "page.Picture(%q)", id)
	p, _, err := s.pageFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	return s.picture(p)
}

// PublishedPicture returns the picture of the page at an address, as Published does.
func (s *Service) PublishedPicture(ctx context.Context, by *auth.Identity, slug string) (_ *Picture, err error) {
	defer errs.Wrap(&err, "page.PublishedPicture(%q)", slug)
	p, _, err := s.at(ctx, by, slug)
	if err != nil {
		return nil, err
	}
	return s.picture(p)
}

func (s *Service) picture(p *Page) (*Picture, error) {
	if p.PictureID == "" {
		return nil, errs.Missing("picture")
	}
	return &Picture{ID: p.PictureID, Open: func(ctx context.Context) (io.ReadCloser, error) {
		return s.blobs.OpenRange(ctx, PictureKey(p.ID, p.PictureID), 0, -1)
	}}, nil
}

// hasBlob reports whether the blob under a key is the picture of a page.
func (s *Service) hasBlob(ctx context.Context, key string) (bool, error) {
	pageID, _, found := strings.Cut(strings.TrimPrefix(key, blobPrefix), "/")
	if !found {
		return true, nil // not a blob of this package
	}
	p, err := s.store.Page(ctx, pageID)
	if errs.Is(err, errs.NotFound) {
		return false, nil
	}
	return err != nil || key == PictureKey(p.ID, p.PictureID), err
}
