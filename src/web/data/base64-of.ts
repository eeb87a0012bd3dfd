import { ApiError } from './client.ts';

/** A file as base64. @throws {ApiError} where it cannot be read */
export async function base64Of(file: File): Promise<string> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () =>
      reject(new ApiError(0, 'The file cannot be read. It may have been changed meanwhile.')),
    );
    reader.readAsDataURL(file);
  });
  return address.slice(address.indexOf(',') + 1);
}
