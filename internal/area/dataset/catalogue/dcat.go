package catalogue

import (
	"strconv"
	"time"
)

type (
	dcatDataset struct {
		Context      map[string]string  `json:"@context"`
		Address      string             `json:"@id,omitempty"`
		Type         string             `json:"@type"`
		Identifier   string             `json:"dct:identifier"`
		Title        string             `json:"dct:title"`
		Description  string             `json:"dct:description"`
		Issued       *dcatValue         `json:"dct:issued,omitempty"`
		Modified     dcatValue          `json:"dct:modified"`
		Version      string             `json:"dcat:version"`
		Creator      []dcatAgent        `json:"dct:creator"`
		Publisher    dcatAgent          `json:"dct:publisher"`
		Access       dcatLink           `json:"dct:accessRights"`
		Licence      any                `json:"dct:license,omitempty"` // a link, or a document with a label
		LandingPage  *dcatLink          `json:"dcat:landingPage,omitempty"`
		Status       string             `json:"rdfs:comment,omitempty"`
		Keywords     []string           `json:"dcat:keyword"`
		Subjects     []dcatLink         `json:"dct:subject,omitempty"`
		ReferencedBy *dcatLink          `json:"dct:isReferencedBy,omitempty"`
		Distribution []dcatDistribution `json:"dcat:distribution"`
	}
	dcatLink struct {
		Address string `json:"@id"`
	}
	dcatValue struct {
		Type  string `json:"@type"`
		Value string `json:"@value"`
	}
	dcatAgent struct {
		Type string `json:"@type"`
		Name string `json:"foaf:name"`
	}
	dcatLicence struct {
		Type  string `json:"@type"`
		Label string `json:"rdfs:label"`
	}
	dcatDistribution struct {
		Type        string       `json:"@type"`
		Title       string       `json:"dct:title"`
		Description string       `json:"dct:description,omitempty"`
		AccessURL   *dcatLink    `json:"dcat:accessURL,omitempty"`
		DownloadURL *dcatLink    `json:"dcat:downloadURL,omitempty"`
		MediaType   dcatLink     `json:"dcat:mediaType"`
		Size        dcatValue    `json:"dcat:byteSize"`
		Version     string       `json:"dcat:version"`
		Issued      *dcatValue   `json:"dct:issued,omitempty"`
		Check       string       `json:"rdfs:comment,omitempty"`
		Checksum    dcatChecksum `json:"spdx:checksum"`
	}
	dcatChecksum struct {
		Type      string    `json:"@type"`
		Algorithm dcatLink  `json:"spdx:algorithm"`
		Value     dcatValue `json:"spdx:checksumValue"`
	}
)

// prefixes returns the prefixes of the names in a record.
func prefixes() map[string]string {
	return map[string]string{
		"dcat": "http://www.w3.org/ns/dcat#", "dct": "http://purl.org/dc/terms/", "foaf": "http://xmlns.com/foaf/0.1/",
		"rdfs": "http://www.w3.org/2000/01/rdf-schema#", "spdx": "http://spdx.org/rdf/terms#", "xsd": "http://www.w3.org/2001/XMLSchema#",
	}
}

// DCAT returns the record as JSON-LD of the Data Catalog Vocabulary 3.
func DCAT(r *Record) ([]byte, error) {
	out := dcatDataset{
		Context: prefixes(), Address: r.URL, Type: "dcat:Dataset", Identifier: r.identifier(), Title: r.Name, Description: r.Description,
		Issued: issued(r.Published), Modified: dcatValue{"xsd:dateTime", instant(r.Modified)},
		Version: strconv.FormatInt(r.Version, 10), Creator: []dcatAgent{}, Publisher: dcatAgent{"foaf:Organization", r.Publisher},
		Access: dcatLink{accessRight(r.Access)}, Licence: dcatLicense(r.licence()), LandingPage: link(r.URL), Status: r.Status, Keywords: r.keywords(),
		ReferencedBy: link(r.Publication.URL), Distribution: []dcatDistribution{},
	}
	for _, name := range r.Creators {
		out.Creator = append(out.Creator, dcatAgent{"foaf:Person", name})
	}
	for _, t := range r.Terms {
		if t.URL != "" {
			out.Subjects = append(out.Subjects, dcatLink{t.URL})
		}
	}
	for i := range r.Files {
		f := &r.Files[i]
		out.Distribution = append(out.Distribution, dcatDistribution{
			Type: "dcat:Distribution", Title: f.Name, Description: f.Title, AccessURL: link(f.URL), DownloadURL: link(f.URL),
			MediaType: dcatLink{"https://www.iana.org/assignments/media-types/" + f.mediaType()},
			Size:      dcatValue{"xsd:nonNegativeInteger", strconv.FormatInt(f.Size, 10)}, Version: strconv.Itoa(f.Version),
			Issued: issued(f.Published), Check: f.Check,
			Checksum: dcatChecksum{
				"spdx:Checksum", dcatLink{"spdx:checksumAlgorithm_sha256"}, dcatValue{"xsd:hexBinary", f.SHA256},
			},
		})
	}
	return write(out)
}

func issued(at *time.Time) *dcatValue {
	if at == nil {
		return nil
	}
	return &dcatValue{"xsd:dateTime", instant(*at)}
}

// accessRight returns the access code of the European Union's Publications Office.
func accessRight(a Access) string {
	const list = "http://publications.europa.eu/resource/authority/access-right/"
	switch a {
	case Open:
		return list + "PUBLIC"
	case Some:
		return list + "RESTRICTED"
	}
	return list + "NON_PUBLIC"
}

func dcatLicense(l licence) any {
	switch {
	case l.url != "":
		return dcatLink{l.url}
	case l.text != "":
		return dcatLicence{"dct:LicenseDocument", l.text}
	}
	return nil
}

func link(address string) *dcatLink {
	if address == "" {
		return nil
	}
	return &dcatLink{address}
}
