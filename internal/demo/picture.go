package demo

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
)

// swatches are the colours that paint knows.
func swatches() map[string]color.RGBA {
	return map[string]color.RGBA{
		"red":    {0xd6, 0x3b, 0x3b, 0xff},
		"orange": {0xe8, 0x8a, 0x2e, 0xff},
		"yellow": {0xf0, 0xc9, 0x3b, 0xff},
		"green":  {0x3f, 0xa7, 0x5b, 0xff},
		"blue":   {0x3a, 0x6f, 0xd8, 0xff},
		"violet": {0x8b, 0x4f, 0xc8, 0xff},
	}
}

// disc returns a PNG of a disc of one colour on a transparent square.
func disc(c color.RGBA, size int) ([]byte, error) {
	picture := image.NewRGBA(image.Rect(0, 0, size, size))
	middle, radius := float64(size-1)/2, float64(size)/2
	for y := range size {
		for x := range size {
			if math.Hypot(float64(x)-middle, float64(y)-middle) < radius {
				picture.SetRGBA(x, y, c)
			}
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		return nil, fmt.Errorf("drawing a disc: %w", err)
	}
	return out.Bytes(), nil
}

// tone returns a WAV file of a short sine tone: mono, 8 bits, 8 kHz.
func tone(hertz float64, samples int) []byte {
	const rate = 8000
	out := make([]byte, 0, 44+samples)
	out = append(out, "RIFF"...)
	out = binary.LittleEndian.AppendUint32(out, uint32(36+samples))
	out = append(out, "WAVEfmt "...)
	out = binary.LittleEndian.AppendUint32(out, 16)
	out = binary.LittleEndian.AppendUint16(out, 1) // PCM
	out = binary.LittleEndian.AppendUint16(out, 1) // channel
	out = binary.LittleEndian.AppendUint32(out, rate)
	out = binary.LittleEndian.AppendUint32(out, rate) // bytes a second
	out = binary.LittleEndian.AppendUint16(out, 1)    // bytes a sample
	out = binary.LittleEndian.AppendUint16(out, 8)    // bits a sample
	out = append(out, "data"...)
	out = binary.LittleEndian.AppendUint32(out, uint32(samples))
	for i := range samples {
		out = append(out, byte(128+100*math.Sin(2*math.Pi*hertz*float64(i)/rate)))
	}
	return out
}
