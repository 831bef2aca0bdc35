package consortium

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"image"
	_ "image/jpeg" // one of the two formats of a logo
	"image/png"
	"strings"

	"cohortium/internal/platform/errs"
)

// Logo is a picture as it is served: pixels that this program has encoded itself, so that
// nothing but pixels of an uploaded file is kept.
type Logo struct {
	PNG []byte `json:"png"`
}

// LogoPath is where logos are served, before the id.
const LogoPath = "/api/consortium/logos/"

// The largest logo.
const (
	maxLogoBytes = 128_000
	maxLogoSide  = 1024 // pixels
)

// ID is the first half of the SHA-256 of the picture, in hexadecimal; "" for none.
func (l *Logo) ID() string {
	if l == nil {
		return ""
	}
	sum := sha256.Sum256(l.PNG)
	return hex.EncodeToString(sum[:16])
}

// Address is where the logo is served; "" for none.
func (l *Logo) Address() string {
	if l == nil {
		return ""
	}
	return LogoPath + l.ID()
}

// readLogo reads a data: URL of a picture in PNG or JPEG.
func readLogo(field, text string) (*Logo, error) {
	refused := func(sentence string) (*Logo, error) { return nil, errs.AtField(field, sentence) }
	head, encoded, ok := strings.Cut(text, ";base64,")
	if !ok || head != "data:image/png" && head != "data:image/jpeg" {
		return refused("Choose a picture in PNG or JPEG. Other formats, such as SVG, are not supported.")
	}
	data, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return refused("The picture is not valid base64. Choose the file again.")
	}
	if len(data) > maxLogoBytes {
		return refused("The picture is larger than 128 kB. Choose a smaller one.")
	}
	size, format, err := image.DecodeConfig(bytes.NewReader(data)) // before any memory is taken for its pixels
	if err != nil || format != "png" && format != "jpeg" {
		return refused("The file is not a picture in PNG or JPEG.")
	}
	if size.Width > maxLogoSide || size.Height > maxLogoSide || size.Width == 0 || size.Height == 0 {
		return refused("The picture may have at most 1,024 × 1,024 pixels.")
	}
	picture, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return refused("The picture is damaged. Choose another file.")
	}
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		return nil, err
	}
	if out.Len() > 4*maxLogoBytes { // a JPEG grows when it is stored without loss
		return refused("The picture is larger than 512 kB as PNG. Choose a smaller one.")
	}
	return &Logo{PNG: out.Bytes()}, nil
}
